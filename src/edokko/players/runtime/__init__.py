"""How players run: the families of compiled functions, their compilation, and the plain engine meanwhile."""
