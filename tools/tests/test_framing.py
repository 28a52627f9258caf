"""Replies are read as GTP writes them, and every other byte is named."""

import unittest

import support  # noqa: F401  (finds the package)
from heelstone_match.gtp.faults import Fault, FaultKind, escape
from heelstone_match.gtp.framing import MAX_REPLY, take_reply


def fault_of(data, expected=7):
    try:
        return ("no fault", take_reply(bytearray(data), expected))
    except Fault as fault:
        return fault.kind


class Replies(unittest.TestCase):
    def test_well_formed_replies_are_read(self):
        cases = [
            (b"=7 D3\n\n", 7, (True, "D3")),
            (b"=7\n\n", 7, (True, "")),
            (b"=7 \n\n", 7, (True, "")),
            (b"?7 illegal move\n\n", 7, (False, "illegal move")),
            (b"= D3\n\n", None, (True, "D3")),
            (b"=\n\n", None, (True, "")),
            (b"=7 D3\r\n\r\n", 7, (True, "D3")),
            (b"\n\r\n=7 D3\n\n", 7, (True, "D3")),
            (b"=7 one\ntwo\n\n", 7, (True, "one\ntwo")),
            (b"=7\tD3\n\n", 7, (True, "D3")),
            (b"=7 \xff\n\n", 7, (True, "\ufffd")),
        ]
        for data, expected, wanted in cases:
            with self.subTest(data=data):
                reply = take_reply(bytearray(data), expected)
                self.assertEqual((reply.ok, reply.text), wanted)

    def test_a_reply_may_come_in_any_pieces(self):
        buffer = bytearray()
        for byte in b"=7 D3\n":
            buffer.append(byte)
            self.assertIsNone(take_reply(buffer, 7))
        buffer += b"\n=8"
        self.assertEqual(take_reply(buffer, 7).text, "D3")
        self.assertEqual(bytes(buffer), b"=8")

    def test_other_bytes_have_a_name(self):
        cases = [
            (b"hello\n", FaultKind.MALFORMED_REPLY),
            (b"=D3\n\n", FaultKind.MALFORMED_REPLY),
            (b" =7 D3\n\n", FaultKind.MALFORMED_REPLY),
            (b"\x00=7 D3\n\n", FaultKind.MALFORMED_REPLY),
            (b"=8 D3\n\n", FaultKind.WRONG_ID),
            (b"=07 D3\n\n", FaultKind.WRONG_ID),
            (b"= D3\n\n", FaultKind.WRONG_ID),
            (b"x" * (MAX_REPLY + 1), FaultKind.FLOOD),
            (b"=7 " + b"x" * MAX_REPLY + b"\n\n", FaultKind.FLOOD),
            (b"=7 x\n" + b"x\n" * MAX_REPLY, FaultKind.FLOOD),
        ]
        for data, kind in cases:
            with self.subTest(data=data[:20]):
                self.assertIs(fault_of(data), kind)
        self.assertIs(fault_of(b"=7 D3\n\n", None), FaultKind.WRONG_ID)

    def test_bytes_are_shown_escaped_and_cut(self):
        self.assertEqual(escape(b'a"\\\n\r\t\x00\xff'), '"a\\"\\\\\\n\\r\\t\\x00\\xff"')
        self.assertEqual(escape(b"x" * 100, 3), '"xxx"... (100 bytes)')


if __name__ == "__main__":
    unittest.main()
