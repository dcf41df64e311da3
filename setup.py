"""The build of the compiled kernels; everything else is in ``pyproject.toml``."""

from __future__ import annotations

import platform
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CompileError, LinkError

NEEDS_COMPILER = (
    "opendeal needs a C compiler (GCC or Clang) and Python's header files to build its search kernel. "
    "Install them (Debian and Ubuntu: apt-get install gcc python3-dev; macOS: xcode-select --install; "
    "Windows: MinGW-w64 or clang, the kernel uses 128-bit integers that MSVC lacks) and try again."
)


class BuildKernel(build_ext):
    """``build_ext`` with optimisation flags, and with a sentence about what to install when the compiler fails."""

    def build_extension(self, ext: Extension) -> None:
        if self.compiler.compiler_type in {"unix", "mingw32"}:
            ext.extra_compile_args = ["-O3"]
            if sys.platform != "darwin" and platform.machine() in {"x86_64", "AMD64"}:  # a macOS build may be for both
                ext.extra_compile_args.append("-mpopcnt")  # in every such processor since 2008
        try:
            super().build_extension(ext)
        except (BaseError, CompileError, LinkError, OSError) as error:
            raise SystemExit(f"error: {error}\n\n{NEEDS_COMPILER}") from error


DEPENDS = ["solver/the_game/_bits.h", "solver/the_game/_sorting.pxd"]
KERNELS = [
    Extension("solver.the_game._kernel", ["solver/the_game/_kernel.pyx"], depends=DEPENDS),
    # Plain Python that is compiled with the types in covering.pxd; it also runs as it is.
    Extension("solver.the_game.covering", ["solver/the_game/covering.py"], depends=["solver/the_game/covering.pxd"]),
    Extension("solver.the_game.trickless._drup", ["solver/the_game/trickless/_drup.pyx"]),
    Extension("solver.six_nimmt._guess", ["solver/six_nimmt/_guess.pyx"]),
    Extension("solver.six_nimmt._layers", ["solver/six_nimmt/_layers.pyx"], depends=["solver/six_nimmt/_rows.pxd"]),
    Extension("solver.six_nimmt._minimax", ["solver/six_nimmt/_minimax.pyx"], depends=["solver/six_nimmt/_rows.pxd"]),
    Extension("puzzles.players._rollouts", ["puzzles/players/_rollouts.pyx"]),
]

setup(cmdclass={"build_ext": BuildKernel}, ext_modules=cythonize(KERNELS, language_level=3))
