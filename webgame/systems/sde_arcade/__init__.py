"""Super Dungeon Explore: Arcade Mode, the rulebook as code; `system.SYSTEM` is what the registry finds."""
