"""The rules of Super Dungeon Explore: Arcade, one file an idea, named as the rulebook names things."""
