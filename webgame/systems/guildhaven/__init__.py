"""Guildhaven City: one hero with ability cards against villains that follow action tables."""
