"""Keccak-256, canonical JSON (RFC 8785) and secp256k1 recovery, with nothing but the standard library."""

import json

MASK = (1 << 64) - 1
P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def _round_constants():
    """The bits of a linear feedback shift register, as the specification derives them."""
    state, constants = 1, []
    for _ in range(24):
        constant = 0
        for j in range(7):
            if state & 1:
                constant |= 1 << ((1 << j) - 1)
            state = (state << 1) ^ (0x171 if state & 0x80 else 0)
        constants.append(constant)
    return constants


ROUNDS = _round_constants()


def _turn(value, by):
    by %= 64
    return ((value << by) | (value >> (64 - by))) & MASK if by else value


def _permute(lanes):
    for constant in ROUNDS:
        c = [lanes[x][0] ^ lanes[x][1] ^ lanes[x][2] ^ lanes[x][3] ^ lanes[x][4] for x in range(5)]
        d = [c[(x - 1) % 5] ^ _turn(c[(x + 1) % 5], 1) for x in range(5)]
        lanes = [[lanes[x][y] ^ d[x] for y in range(5)] for x in range(5)]
        x, y, current = 1, 0, lanes[1][0]
        for t in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            current, lanes[x][y] = lanes[x][y], _turn(current, (t + 1) * (t + 2) // 2)
        lanes = [
            [lanes[x][y] ^ (~lanes[(x + 1) % 5][y] & lanes[(x + 2) % 5][y] & MASK) for y in range(5)] for x in range(5)
        ]
        lanes[0][0] ^= constant
    return lanes


def keccak(data):
    rate = 136
    padded = bytearray(data) + b"\x01"
    padded += b"\x00" * (-len(padded) % rate)
    padded[-1] |= 0x80
    lanes = [[0] * 5 for _ in range(5)]
    for start in range(0, len(padded), rate):
        for i in range(rate // 8):
            lanes[i % 5][i // 5] ^= int.from_bytes(padded[start + 8 * i : start + 8 * i + 8], "little")
        lanes = _permute(lanes)
    return b"".join(lanes[i % 5][i // 5].to_bytes(8, "little") for i in range(4))


def canonical(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(part) for part in value) + "]"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    return json.dumps(value, ensure_ascii=False)


def commit(document):
    return "0x" + keccak(canonical(document).encode()).hex()


def _add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0]:
        if (a[1] + b[1]) % P == 0:
            return None
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def _times(point, factor):
    result = None
    while factor:
        if factor & 1:
            result = _add(result, point)
        point, factor = _add(point, point), factor >> 1
    return result


def recover(digest, signature):
    """The address that signed the digest, or None. Only the low half of s is good, and v is 27 or 28."""
    raw = bytes.fromhex(signature[2:])
    if len(raw) != 65 or raw[64] not in (27, 28):
        return None
    r, s, e = (int.from_bytes(part, "big") for part in (raw[:32], raw[32:64], digest))
    if not (0 < r < N and 0 < s <= N // 2):
        return None
    y = pow(r**3 + 7, (P + 1) // 4, P)
    if (y * y - r**3 - 7) % P:
        return None
    if y % 2 != raw[64] - 27:
        y = P - y
    inverse = pow(r, -1, N)
    key = _add(_times((r, y), s * inverse % N), _times(G, -e * inverse % N))
    return None if key is None else "0x" + keccak(key[0].to_bytes(32, "big") + key[1].to_bytes(32, "big"))[12:].hex()
