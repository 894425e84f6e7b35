"""What the checker asks a node, and how it reads the escrow's logs and views."""

import functools
import http.client
import json
import urllib.request

from hashing import keccak

TERMS = [
    ("ref", "bytes32"),
    ("taskCommitment", "bytes32"),
    ("policyCommitment", "bytes32"),
    ("reward", "uint128"),
    ("verifierFee", "uint128"),
    ("verifiers", "uint8"),
    ("quorum", "uint8"),
    ("maxAttempts", "uint8"),
    ("silenceShareBps", "uint16"),
    ("fundBy", "uint64"),
    ("openUntil", "uint64"),
    ("workWindow", "uint64"),
    ("verificationWindow", "uint64"),
]

# Of each event: the number of indexed arguments, then all of them; enums are uint8, and terms stand for their tuple.
EVENTS = {
    "JobCreated": (3, "uint256 id, address client, bytes32 ref, terms terms, uint256 held"),
    "JobAssigned": (3, "uint256 id, uint32 attempt, address agent, bytes32 ownerId, uint64 workBy, bytes32 drawCommit, address payee"),
    "ReleaseRequested": (2, "uint256 id, uint32 attempt, uint64 releaseAt"),
    "ReleaseObjected": (2, "uint256 id, uint32 attempt"),
    "JobReleased": (2, "uint256 id, uint32 attempt, uint8 cause"),
    "ResultSubmitted": (2, "uint256 id, uint32 attempt, bytes32 result, uint64 seatBy"),
    "Seated": (2, "uint256 id, uint32 attempt, address[] agents, uint64 verifyBy, bytes32 secret, bytes32 drawEvidence"),
    "AlternatesSeated": (
        2,
        "uint256 id, uint32 attempt, uint8[] seats, address[] agents, uint64 verifyBy, bytes32 secret, bytes32 drawEvidence",
    ),
    "VerdictRecorded": (
        3,
        "uint256 id, uint32 attempt, address agent, uint8 seat, bool pass, bytes32 evidenceHash, uint256 fee, address payee",
    ),
    "JobSettled": (3, "uint256 id, uint32 attempt, address agent, uint256 reward, uint256 returned, address payee"),
    "AttemptRejected": (3, "uint256 id, uint32 attempt, address agent, bytes32 ownerId, uint8 state"),
    "JobCancelled": (1, "uint256 id, uint256 amount"),
    "JobRefunded": (1, "uint256 id, uint256 amount, uint8 cause"),
    "JobLapsed": (
        3,
        "uint256 id, uint32 attempt, address agent, uint8 cause, uint256 toWorker, uint256 toClient, address payee",
    ),
    "PaymentDeferred": (2, "uint256 id, address account, uint256 amount"),
}
STATES = [None, "OPEN", "ASSIGNED", "SUBMITTED", "EXPIRED", "REJECTED", "SETTLED", "CANCELLED", "REFUNDED", "LAPSED"]


def _arguments(text):
    return [tuple(part.split(" ")) for part in text.split(", ")]


def _signature(name, arguments):
    tuple_of_terms = "(" + ",".join(kind for _, kind in TERMS) + ")"
    return f"{name}({','.join(tuple_of_terms if kind == 'terms' else kind for kind, _ in arguments)})"


BY_TOPIC = {
    "0x" + keccak(_signature(name, _arguments(text)).encode()).hex(): (name, indexed, _arguments(text))
    for name, (indexed, text) in EVENTS.items()
}
PAGE = 500
TRANSFER = "0x" + keccak(b"Transfer(address,address,uint256)").hex()


def _scalar(kind, word):
    number = int.from_bytes(word, "big")
    if kind == "address":
        return "0x" + word[12:].hex()
    if kind == "bytes32":
        return "0x" + word.hex()
    if kind == "bool":
        return number == 1
    return number if int(kind[4:]) <= 48 else str(number)


def _decode(kinds, data):
    """Values of a head that may point to lists of scalars."""
    values, at = [], 0
    for kind in kinds:
        if kind == "terms":
            values.append({name: _scalar(of, data[at + 32 * i : at + 32 * i + 32]) for i, (name, of) in enumerate(TERMS)})
            at += 32 * len(TERMS)
            continue
        word = data[at : at + 32]
        at += 32
        if not kind.endswith("[]"):
            values.append(_scalar(kind, word))
            continue
        start = int.from_bytes(word, "big")
        length = int.from_bytes(data[start : start + 32], "big")
        words = [data[start + 32 * (i + 1) : start + 32 * (i + 2)] for i in range(length)]
        values.append([_scalar(kind[:-2], one) for one in words])
    return values


def read_event(log):
    """The escrow's event as a proof has it, or None for a log of another kind."""
    if not log["topics"] or log["topics"][0] not in BY_TOPIC:
        return None
    name, indexed, arguments = BY_TOPIC[log["topics"][0]]
    if len(log["topics"]) != indexed + 1:
        return None
    topics = [_scalar(kind, bytes.fromhex(topic[2:])) for (kind, _), topic in zip(arguments, log["topics"][1:])]
    rest = _decode([kind for kind, _ in arguments[indexed:]], bytes.fromhex(log["data"][2:]))
    return {
        "name": name,
        "block_number": str(int(log["blockNumber"], 16)),
        "block_hash": log["blockHash"],
        "transaction_hash": log["transactionHash"],
        "log_index": int(log["logIndex"], 16),
        "args": dict(zip([name for _, name in arguments], topics + rest)),
    }


class NodeRefusal(Exception):
    """The node does not answer this."""


class RequestRefused(NodeRefusal):
    """The node answers, and what it answers is an error, such as a call that reverts or a range that is too long."""


def _reading(method):
    """What a node answers in another form than JSON-RPC has is its fault and says nothing about a proof."""

    @functools.wraps(method)
    def read(*arguments):
        try:
            return method(*arguments)
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            raise NodeRefusal(f"{method.__name__}: the node answers in another form ({error!r})") from error

    return read


class Node:
    def __init__(self, url):
        if not url.startswith(("http://", "https://")):
            raise NodeRefusal("--rpc takes an address that begins with http:// or https://")
        self.url = url

    def ask(self, method, *params):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        request = urllib.request.Request(self.url, body, {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                said = json.load(answer)
            if "result" in said:
                return said["result"]
            raise RequestRefused(f"{method}: {said['error']}")
        except (OSError, ValueError, TypeError, KeyError, RecursionError, http.client.HTTPException) as error:
            raise NodeRefusal(f"{method}: the node gives no answer of JSON-RPC") from error

    @_reading
    def block(self, which):
        """The header at a height or of a tag; None where the node has no such block."""
        found = self.ask("eth_getBlockByNumber", which, False)
        return None if found is None else {"number": found["number"], "hash": found["hash"]}

    @_reading
    def call(self, to, signature, *words):
        data = keccak(signature.encode())[:4] + b"".join(word.to_bytes(32, "big") for word in words)
        answer = self.ask("eth_call", {"to": to, "data": "0x" + data.hex()}, "latest")
        return bytes.fromhex(answer[2:])

    @_reading
    def events(self, escrow, job_id, first, last):
        """Every event of the job, by ranges that are halved where the node refuses one."""
        found, span = [], 10_000
        while first <= last:
            upto = min(first + span - 1, last)
            try:
                logs = self.ask("eth_getLogs", {"address": escrow, "fromBlock": hex(first), "toBlock": hex(upto)})
            except RequestRefused:
                if span == 1:
                    raise
                span //= 2
                continue
            events = [event for event in map(read_event, logs) if event and event["args"]["id"] == str(job_id)]
            found, first = found + events, upto + 1
        return found

    @_reading
    def transfers(self, token, transaction):
        receipt = self.ask("eth_getTransactionReceipt", transaction)
        if not isinstance(receipt, dict):
            raise NodeRefusal(f"the node has no receipt of {transaction}")
        logs = receipt["logs"]
        return [
            {
                "from": "0x" + log["topics"][1][26:],
                "to": "0x" + log["topics"][2][26:],
                "amount": int(log["data"], 16),
                "block_number": str(int(log["blockNumber"], 16)),
                "transaction_hash": transaction,
                "log_index": int(log["logIndex"], 16),
            }
            for log in logs
            if log["address"].lower() == token and log["topics"][:1] == [TRANSFER] and len(log["topics"]) == 3
        ]

    @_reading
    def registry(self, escrow, client, created_at):
        """The registry's address, the owner of the client, and (agent, owner) of each verifier that was active by then."""
        registry = "0x" + self.call(escrow, "registry()")[12:32].hex()
        owner = "0x" + self.call(registry, "ownerOf(address)", int(client, 16)).hex()
        verifiers = []
        while True:
            words = self.call(registry, "verifiers(uint256,uint256)", len(verifiers), PAGE)
            listed = _rows(["address", "bytes32", "uint64"], words)
            verifiers += [(agent, owned) for agent, owned, since in listed if int(since) <= created_at]
            if len(verifiers) % PAGE or not listed or int(listed[-1][2]) > created_at:
                return registry, owner, verifiers

    @_reading
    def created_at(self, escrow, job_id):
        return int.from_bytes(self.call(escrow, "job(uint256)", job_id)[64:96], "big")

    @_reading
    def state(self, escrow, job_id):
        return STATES[int.from_bytes(self.call(escrow, "job(uint256)", job_id)[:32], "big")]

    @_reading
    def seats(self, escrow, job_id, attempt):
        """For each seat the agent that filled it and the key that it had then."""
        of = "(uint256,uint32)"
        seats = _rows(["address", "uint8", "bytes32"], self.call(escrow, "seats" + of, job_id, attempt))
        named = _rows(["address", "uint8", "address", "address"], self.call(escrow, "candidates" + of, job_id, attempt))
        keys = {(agent, seat): key for agent, seat, key, _ in named}
        return [(judge, keys.get((judge, number))) for number, (judge, _, _) in enumerate(seats)]


def _rows(fields, words):
    """An array of structs of fixed size."""
    count, size = int.from_bytes(words[32:64], "big"), 32 * len(fields)
    return [_decode(fields, words[64 + size * i : 64 + size * (i + 1)]) for i in range(count)]
