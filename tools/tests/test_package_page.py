"""The page that explains the package names every module, in the words of the module."""

import unittest

from package_page import MARK, PAGE, tables


class Page(unittest.TestCase):
    def test_it_has_a_line_for_each_module(self):
        _, _, written = PAGE.read_text("utf-8").partition(MARK)
        self.assertEqual(written, tables(), "run tools/tests/package_page.py")


if __name__ == "__main__":
    unittest.main()
