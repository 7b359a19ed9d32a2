"""Pictures as pixels: PNG, and games as clips."""

from taupes.raster.clip import draw_clip
from taupes.raster.png import draw_png

__all__ = ["draw_clip", "draw_png"]
