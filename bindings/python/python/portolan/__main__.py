"""``python -m portolan``: the command line."""

import sys

from . import _core


def main() -> None:
    """Runs the command line of this process."""
    sys.exit(_core.run(sys.argv[1:]))


if __name__ == "__main__":
    main()
