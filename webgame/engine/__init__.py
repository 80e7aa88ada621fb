"""The ground floor: randomness, squares, decisions, scenes and games. It knows no game and no web."""
