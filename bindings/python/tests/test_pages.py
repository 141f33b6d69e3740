"""The programs that pages show run as they stand there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGE = Path(__file__).parents[1]


@pytest.mark.parametrize("page", ["bindings/python/README.md", "docs/embedding/python.md"])
def test_the_program_of_a_page_runs(page: str, tmp_path: Path) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S)
    file = tmp_path / "program.py"
    file.write_text(program.replace("/path/to/home", str(tmp_path / "home")), encoding="utf-8")
    subprocess.run([sys.executable, str(file)], env={"PYTHONPATH": str(PACKAGE)}, check=True)
