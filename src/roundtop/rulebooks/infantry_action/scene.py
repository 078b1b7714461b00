from roundtop.battle.scene import Scene, Telling
def scene(view):
    raise NotImplementedError
def tell(view, event):
    return Telling(type(event).__name__, (), (), (), "none")
