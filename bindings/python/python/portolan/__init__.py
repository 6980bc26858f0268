"""Read, check, convert and render COLLADA, OpenGEX, xVRML and glTF.

>>> import portolan
>>> file = portolan.open("robot.dae")            # doctest: +SKIP
>>> file.report.valid, file.info["totals"]       # doctest: +SKIP
>>> file.to("robot.glb")                         # doctest: +SKIP
"""

from ._core import __version__
from ._errors import Error, InternalError, RefusedError, UnreadableError, UnwritableError, UsageError
from ._file import Buffers, Converted, Draw, File, Finding, Fixed, Polygons, Report, Shape, explain, formats, open

__all__ = [
    "Buffers",
    "Converted",
    "Draw",
    "Error",
    "File",
    "Finding",
    "Fixed",
    "InternalError",
    "Polygons",
    "RefusedError",
    "Report",
    "Shape",
    "UnreadableError",
    "UnwritableError",
    "UsageError",
    "__version__",
    "explain",
    "formats",
    "open",
]
