class Sprt:
    pass
