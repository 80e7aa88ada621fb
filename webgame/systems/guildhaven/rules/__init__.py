"""The rules of Guildhaven City, one file an idea, named as the rulebook names things."""
