"""Super Dungeon Explore: Arcade Mode, the rulebook as code."""

from webgame.systems.sde_arcade.system import SdeArcade

SYSTEM = SdeArcade()
