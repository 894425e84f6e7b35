"""Repeats draws of verifiers by `docs/proof-format.md`: `python3 draws.py < draws.jsonl`

Each line is one JSON object with `facts`, `namings` and `draws` of an attempt, as `check_draws` takes them. Prints for each
line true, or what differs.
"""

import hashlib
import json
import sys

from hashing import commit, keccak


def check_draws(facts, namings, draws):
    """What differs, or None. `verifiers` are pairs of agent and owner in the registry's order, each registered in time.

    facts: place, result, draw_commit, owners, verifiers. A naming: secret, evidence_hash, seats, agents.
    """
    bound, taken = facts["draw_commit"], set(facts["owners"])
    place = facts["place"]
    by_hash = {draw["evidence_hash"]: draw["document"] for draw in draws}
    for number, naming in enumerate(namings, 1):
        here = f"naming {number}"
        hashed = "0x" + keccak(_bytes(naming["secret"])).hex()
        if hashed != bound:
            return f"{here}: the secret hashes to {hashed}, bound was {bound}"
        bound = naming["secret"]
        document = by_hash.get(naming["evidence_hash"])
        if document is None or commit(document) != naming["evidence_hash"]:
            return f"{here}: there is no draw whose hash is {naming['evidence_hash']}"
        words = [place["onchain_job_id"], place["attempt"], number]
        seed = _bytes(naming["secret"]) + _bytes(facts["result"])
        seed = keccak(seed + b"".join(int(word).to_bytes(32, "big") for word in words))
        said = {
            **place,
            "kind": "PANEL" if number == 1 else "ALTERNATES",
            "naming": number,
            "secret": naming["secret"],
            "seed": "0x" + seed.hex(),
            "candidates": len(facts["verifiers"]),
        }
        for name, value in said.items():
            if document.get(name) != value or type(document.get(name)) is not type(value):
                return f"{here}: {name} of the draw is {json.dumps(document.get(name))}, it follows {json.dumps(value)}"
        free = [(agent, owner) for agent, owner in facts["verifiers"] if owner not in taken]
        skipped = document.get("skipped")
        if type(skipped) is not list or not all(type(one) is dict and type(one.get("agent")) is str for one in skipped):
            return f"{here}: skipped is not a list of objects with an agent"
        passed_over = [one["agent"] for one in skipped]
        picks, left = _repeat(seed, free, passed_over, len(naming["agents"]))
        if left:
            return f"{here}: {left[0]} is in skipped, and was not called then"
        named = {"picks of the draw": document.get("picks"), "agents of the event": naming["agents"]}
        for name, given in named.items():
            if given != picks:
                return f"{here}: {name} are {json.dumps(given)}, the seed gives {json.dumps(picks)}"
        if document.get("seats") != naming["seats"]:
            return f"{here}: seats of the draw are {json.dumps(document.get('seats'))}, of the event {naming['seats']}"
        taken |= {owner for agent, owner in facts["verifiers"] if agent in naming["agents"]}
    return None


def _bytes(text):
    return bytes.fromhex(text[2:])


def _repeat(seed, verifiers, passed_over, count):
    """Who is picked, and who of `passed_over` was not called when it says so."""

    def rank(text):
        return hashlib.sha256(seed + _bytes(text)).digest()

    agents_of = {}
    for agent, owner in verifiers:
        agents_of.setdefault(owner, []).append(agent)
    picks, waiting = [], list(passed_over)
    for owner in sorted(agents_of, key=rank):
        if len(picks) == count:
            break
        for agent in sorted(agents_of[owner], key=rank):
            if waiting and waiting[0] == agent:
                waiting.pop(0)
                continue
            picks.append(agent)
            break
    return picks, waiting


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(check_draws(**json.loads(line)) or True))
