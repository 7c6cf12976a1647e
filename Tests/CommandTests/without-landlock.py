#!/usr/bin/python3
"""Runs a program as on a kernel without Landlock: its first system call fails with ENOSYS.

  without-landlock.py PROGRAM [ARGUMENT…]
"""
import ctypes
import os
import struct
import sys

LANDLOCK_CREATE_RULESET = 444
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
ENOSYS = 38


def step(code: int, value: int, jump_true: int = 0, jump_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, jump_true, jump_false, value)


def main() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    steps = ctypes.create_string_buffer(
        step(0x20, 0)  # The number of the system call.
        + step(0x15, LANDLOCK_CREATE_RULESET, 0, 1)
        + step(0x06, 0x00050000 | ENOSYS)
        + step(0x06, 0x7FFF0000))
    program = ctypes.create_string_buffer(struct.pack("@HP", 4, ctypes.addressof(steps)))
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0):
        sys.exit(f"seccomp: {os.strerror(ctypes.get_errno())}")
    os.execv(sys.argv[1], sys.argv[1:])


main()
