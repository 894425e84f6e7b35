"""Checks proofs of jobs by `docs/proof-format.md`: `python3 check_proof.py <proof.json>... --rpc <url> [--escrow <address>]`

Needs Python 3.11 and nothing else. Prints one line of JSON per file; exit code 0 when the chain bears all of them
out, 1 when it refuses one, 2 when the node could not be asked about one.
"""

import argparse
import base64
import hashlib
import json
import re
import sys

from chain import Node, NodeRefusal, RequestRefused
from draws import check_draws
from hashing import commit, keccak, recover

DOMAIN = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
VERDICT = (
    "Verdict(uint256 jobId,uint32 attempt,bytes32 taskCommitment,bytes32 policyCommitment,"
    "bytes32 resultCommitment,bool pass,bytes32 evidenceHash,address agent)"
)
ZERO = "0x" + "0" * 64
EVENT = ("name", "block_number", "block_hash", "transaction_hash", "log_index", "args")
TRANSFER = ("from", "to", "amount", "block_number", "transaction_hash", "log_index", "kind", "attempt")
ADDRESS = re.compile("0x[0-9a-f]{40}")
SIGNATURE = re.compile("0x[0-9a-f]{130}")


TEXT = ("a text", lambda value: type(value) is str)
COUNT = ("a whole number", lambda value: type(value) is int and 0 <= value < 2**53)
AMOUNT = ("an amount", lambda value: type(value) is str and bool(re.fullmatch("[0-9]{1,78}", value)))
HASH = ("a hash", lambda value: type(value) is str and bool(re.fullmatch("0x[0-9a-f]{64}", value)))
WALLET = ("an address", lambda value: type(value) is str and bool(ADDRESS.fullmatch(value)))
OBJECT = ("an object", lambda value: type(value) is dict)
PLACE = {"block_number": AMOUNT, "transaction_hash": HASH, "log_index": COUNT}
# What the rules read of a proof; an object in a pair may be null.
PROOF = {
    "format": TEXT,
    "version": COUNT,
    "chain": {"chain_id": COUNT, "genesis_hash": HASH, "escrow": WALLET, "token": WALLET},
    "job": {
        "onchain_job_id": AMOUNT,
        "state": TEXT,
        "client": WALLET,
        "ref": HASH,
        "task_commitment": HASH,
        "policy_commitment": HASH,
    },
    "task_document": OBJECT,
    "policy_document": OBJECT,
    "sealed_files": [{"path": TEXT, "content": TEXT, "salt": TEXT}],
    "attempts": [
        {
            "attempt": COUNT,
            "agent": WALLET,
            "result": ("a result", {"commitment": HASH, "document": OBJECT}),
            "draws": [{"kind": TEXT, "evidence_hash": HASH, "document": OBJECT}],
            "verdicts": [
                {
                    "seat": COUNT,
                    "agent": WALLET,
                    "key": WALLET,
                    "pass": ("true or false", lambda value: type(value) is bool),
                    "evidence_hash": HASH,
                    "signature": (
                        "a signature",
                        lambda value: value is None or type(value) is str and bool(SIGNATURE.fullmatch(value)),
                    ),
                    "evidence": ("evidence", {}),
                }
            ],
        }
    ],
    "events": [{"name": TEXT, "block_hash": HASH, "args": OBJECT, **PLACE}],
    "transfers": [
        {
            "kind": TEXT,
            "attempt": ("an attempt or null", lambda value: value is None or type(value) is int),
            "from": WALLET,
            "to": WALLET,
            "amount": AMOUNT,
            **PLACE,
        }
    ],
    "totals": {
        name: AMOUNT
        for name in ("funded", "reward", "silence_share", "verifier_fees", "returned", "deferred", "held")
    },
}


class Refused(Exception):
    pass


def same(one, other):
    """Equal, also in kind: Python holds true for equal to 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def members(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise Refused("a member given twice")
    if "__proto__" in names:
        raise Refused("a member called __proto__")
    return dict(pairs)


def not_a_number(text):
    raise Refused(f"{text} is no number")


def number(text):
    """`1.0` is the number 1 in JSON."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def read_proof(file):
    with open(file, encoding="utf-8") as text:
        proof = json.load(text, object_pairs_hook=members, parse_constant=not_a_number, parse_float=number)
    json.dumps(proof, ensure_ascii=False, allow_nan=False).encode("utf-8")
    check_form(proof)
    return proof


def check_form(proof):
    """What the rules below take for granted."""
    check_shape(proof, PROOF)
    demand(same([proof["format"], proof["version"]], ["jobwright/proof", 4]), "another format")


def check_shape(value, shape, at=""):
    """`shape` has a shape for each member, or one for every item, or what a value is called and how it is known."""
    named = at or "the document"
    if isinstance(shape, dict):
        demand(type(value) is dict, f"{named} is not an object")
        for name, of_member in shape.items():
            path = f"{at}.{name}" if at else name
            demand(name in value, f"{path} is missing")
            check_shape(value[name], of_member, path)
    elif isinstance(shape, list):
        demand(type(value) is list, f"{named} is not a list")
        for number, item in enumerate(value):
            check_shape(item, shape[0], f"{at}[{number}]")
    elif isinstance(shape[1], dict):
        if value is not None:
            check_shape(value, shape[1], at)
    else:
        demand(shape[1](value), f"{named} is not {shape[0]}")


def demand(is_true, why):
    if not is_true:
        raise Refused(why)


def agree(what, given, real):
    """`given` is the proof's, `real` what the chain or a commitment makes of it."""
    demand(same(given, real), f"{what} is {shown(given)}, and the chain makes it {shown(real)}")


def shown(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 200 else text[:197] + "..."


def word(value):
    number = int(value, 16) if isinstance(value, str) and value.startswith("0x") else int(value)
    return number.to_bytes(32, "big")


def digest_of(proof, attempt, verdict):
    chain, job = proof["chain"], proof["job"]
    domain = keccak(
        keccak(DOMAIN.encode())
        + keccak(b"JobEscrow")
        + keccak(b"1")
        + word(chain["chain_id"])
        + word(chain["escrow"])
    )
    fields = [job["onchain_job_id"], attempt["attempt"], job["task_commitment"], job["policy_commitment"]]
    fields += [(attempt["result"] or {}).get("commitment", ZERO), verdict["pass"]]
    fields += [verdict["evidence_hash"], verdict["agent"]]
    struct = keccak(keccak(VERDICT.encode()) + b"".join(word(field) for field in fields))
    return keccak(b"\x19\x01" + domain + struct)


def decimal(units):
    whole, part = divmod(int(units), 10**6)
    return f"{whole}.{part:06d}"


def check_place(proof, node):
    chain = proof["chain"]
    agree("chain.chain_id", chain["chain_id"], int(node.ask("eth_chainId"), 16))
    genesis = node.block("0x0")
    if genesis is None:
        raise NodeRefusal("the node does not have block 0")
    agree("chain.genesis_hash", chain["genesis_hash"], genesis["hash"])
    demand(node.ask("eth_getCode", chain["escrow"], "latest") != "0x", f"there is no contract at {chain['escrow']}")
    try:
        token = node.call(chain["escrow"], "token()")
    except RequestRefused:
        token = b""
    agree("chain.token", chain["token"], "0x" + token[12:32].hex())


def check_events(proof, node):
    escrow, job_id = proof["chain"]["escrow"], int(proof["job"]["onchain_job_id"])
    heights = [int(event["block_number"]) for event in proof["events"]]
    demand(heights, "there are no events")
    final = int((node.block("finalized") or {"number": "0x0"})["number"], 16)
    if max(heights) > final:
        raise NodeRefusal("the last block is not final")
    for event in proof["events"]:
        block = node.block(hex(int(event["block_number"])))
        if block is None:
            raise NodeRefusal(f"the node does not have block {event['block_number']}")
        agree(f"the hash of block {event['block_number']}", event["block_hash"], block["hash"])
    known = [{name: event[name] for name in EVENT} for event in proof["events"]]
    agree_on_each("event", known, node.events(escrow, job_id, min(heights), max(heights)))
    agree("job.state", proof["job"]["state"], node.state(escrow, job_id))


def agree_on_each(what, given, real):
    demand(len(given) == len(real), f"there are {len(given)} {what}s, and the chain has {len(real)}")
    for number, (one, other) in enumerate(zip(given, real), 1):
        for name in one:
            agree(f"{name} of {what} {number}", one[name], other[name])


def of(proof, name, attempt=None):
    events = [event for event in proof["events"] if event["name"] == name]
    return [event for event in events if attempt is None or event["args"]["attempt"] == attempt]


def check_documents(proof):
    demand(len(of(proof, "JobCreated")) == 1, "there is not one JobCreated among the events")
    created = of(proof, "JobCreated")[0]["args"]
    terms, job, policy = created["terms"], proof["job"], proof["policy_document"]
    agree("job.client", job["client"], created["client"])
    agree("job.ref", job["ref"], terms["ref"])
    agree("job.task_commitment", job["task_commitment"], terms["taskCommitment"])
    agree("job.policy_commitment", job["policy_commitment"], terms["policyCommitment"])
    agree("the hash of the task document", commit(proof["task_document"]), terms["taskCommitment"])
    agree("the hash of the policy document", commit(policy), terms["policyCommitment"])
    promised = {
        "chain_id": proof["chain"]["chain_id"],
        "escrow": proof["chain"]["escrow"],
        "reward": decimal(terms["reward"]),
        "verifier_fee": decimal(terms["verifierFee"]),
        "verifiers": terms["verifiers"],
        "quorum": terms["quorum"],
        "max_attempts": terms["maxAttempts"],
        "work_seconds": int(terms["workWindow"]),
        "verification_seconds": int(terms["verificationWindow"]),
    }
    for name, value in promised.items():
        agree(f"{name} of the policy", policy.get(name), value)
    sealed = {file["path"]: file for file in proof["task_document"].get("sealed_files", [])}
    agree("the list of sealed files", sorted(file["path"] for file in proof["sealed_files"]), sorted(sealed))
    for file in proof["sealed_files"]:
        content = base64.b64decode(file["content"], validate=True)
        digest = hashlib.sha256(bytes.fromhex(file["salt"][2:]) + content).hexdigest()
        named = sealed[file["path"]]
        demand((digest, len(content)) == (named["salted_sha256"], named["size"]), f"the sealed file {file['path']} is not the one that the task names")


def check_attempt(proof, attempt, assigned, node):
    number, chain, job = attempt["attempt"], proof["chain"], proof["job"]
    here = f"of attempt {number}"
    agree("an attempt", [number, attempt["agent"]], [assigned["attempt"], assigned["agent"]])
    submitted = [event["args"]["result"] for event in of(proof, "ResultSubmitted", number)]
    result = attempt["result"]
    agree(f"the result {here}", [result["commitment"]] if result else [], submitted)
    if result:
        document = result["document"]
        agree(f"the hash of the result document {here}", commit(document), result["commitment"])
        place = [chain["chain_id"], chain["escrow"], job["onchain_job_id"], number, attempt["agent"]]
        for name, real in zip(["chain_id", "escrow", "onchain_job_id", "attempt", "agent"], place):
            agree(f"{name} of the result document {here}", document[name], real)
    for draw in attempt["draws"]:
        document = draw["document"]
        agree(f"the hash of a draw {here}", commit(document), draw["evidence_hash"])
        about = [document["kind"], document["attempt"], document["onchain_job_id"]]
        agree(f"what a draw {here} is about", about, [draw["kind"], number, job["onchain_job_id"]])
    named = [e["args"]["drawEvidence"] for name in ("Seated", "AlternatesSeated") for e in of(proof, name, number)]
    agree(f"the list of draws {here}", sorted(draw["evidence_hash"] for draw in attempt["draws"]), sorted(named))
    check_panel(proof, attempt, assigned, node)
    recorded = [event["args"] for event in of(proof, "VerdictRecorded", number)]
    real = sorted((one["seat"], one["agent"], one["pass"], one["evidenceHash"]) for one in recorded)
    given = sorted((one["seat"], one["agent"], one["pass"], one["evidence_hash"]) for one in attempt["verdicts"])
    agree(f"the list of verdicts {here}", given, real)
    seats = node.seats(chain["escrow"], int(job["onchain_job_id"]), number)
    for verdict in attempt["verdicts"]:
        judge = f"of seat {verdict['seat']} {here}"
        agree(f"agent and key {judge}", [verdict["agent"], verdict["key"]], list(seats[verdict["seat"]]))
        if verdict["evidence"] is not None:
            agree(f"the hash of the evidence {judge}", commit(verdict["evidence"]), verdict["evidence_hash"])
        if verdict["signature"] is not None:
            signer = recover(digest_of(proof, attempt, verdict), verdict["signature"])
            agree(f"the signer of the verdict {judge}", verdict["key"], signer)


def check_panel(proof, attempt, assigned, node):
    number, chain, job = attempt["attempt"], proof["chain"], proof["job"]
    events = [event for event in proof["events"] if event["name"] in ("Seated", "AlternatesSeated")]
    namings = [event["args"] for event in events if event["args"]["attempt"] == number]
    if not namings:
        return
    created_at = node.created_at(chain["escrow"], int(job["onchain_job_id"]))
    registry, client_owner, verifiers = node.registry(chain["escrow"], job["client"], created_at)
    place = {"chain_id": chain["chain_id"], "escrow": chain["escrow"], "registry": registry}
    place |= {"onchain_job_id": job["onchain_job_id"], "attempt": number}
    facts = {
        "place": place,
        "result": of(proof, "ResultSubmitted", number)[0]["args"]["result"],
        "draw_commit": assigned["drawCommit"],
        "owners": [assigned["ownerId"], client_owner],
        "verifiers": verifiers,
    }
    named = [
        {
            "secret": args["secret"],
            "evidence_hash": args["drawEvidence"],
            "seats": args.get("seats", list(range(len(args["agents"])))),
            "agents": args["agents"],
        }
        for args in namings
    ]
    difference = check_draws(facts, named, attempt["draws"])
    demand(difference is None, f"attempt {number}, {difference}")


def payments_of(proof):
    escrow, client = proof["chain"]["escrow"], proof["job"]["client"]
    for event in proof["events"]:
        args, name = event["args"], event["name"]
        paid = {
            "JobCreated": [("funding", client, escrow, args.get("held"))],
            "VerdictRecorded": [("verifier_fee", escrow, args.get("payee"), args.get("fee"))],
            "JobSettled": [
                ("reward", escrow, args.get("payee"), args.get("reward")),
                ("returned", escrow, client, args.get("returned")),
            ],
            "JobLapsed": [
                ("silence_share", escrow, args.get("payee"), args.get("toWorker")),
                ("returned", escrow, client, args.get("toClient")),
            ],
            "JobCancelled": [("returned", escrow, client, args.get("amount"))],
            "JobRefunded": [("returned", escrow, client, args.get("amount"))],
        }
        for kind, sender, to, amount in paid.get(name, []):
            if int(amount) > 0:
                yield event, kind, sender, to, int(amount)


def check_money(proof, node):
    deferred = [
        (event["transaction_hash"], event["args"]["account"], int(event["args"]["amount"]))
        for event in of(proof, "PaymentDeferred")
    ]
    moves = {}
    sums = {"funding": 0, "reward": 0, "silence_share": 0, "verifier_fee": 0, "returned": 0, "deferred": 0}
    real = []
    for event, kind, sender, to, amount in payments_of(proof):
        sums[kind] += amount
        transaction = event["transaction_hash"]
        if (transaction, to, amount) in deferred:
            sums["deferred"] += amount
            continue
        if transaction not in moves:
            moves[transaction] = node.transfers(proof["chain"]["token"], transaction)
        fitting = [
            move
            for move in moves[transaction]
            if (move["from"], move["to"], move["amount"]) == (sender, to, amount)
            and move["log_index"] > event["log_index"]
        ]
        demand(fitting, f"no transfer in {transaction} carries the {kind} of {amount} units to {to}")
        moves[transaction].remove(fitting[0])
        attempt = event["args"].get("attempt")
        real.append({**fitting[0], "kind": kind, "attempt": attempt, "amount": str(amount)})
    known = [{name: transfer[name] for name in TRANSFER} for transfer in proof["transfers"]]
    agree_on_each("transfer", known, real)
    held = sums["funding"] - sum(sums[name] for name in ("reward", "silence_share", "verifier_fee", "returned"))
    totals = {
        "funded": sums["funding"],
        "reward": sums["reward"],
        "silence_share": sums["silence_share"],
        "verifier_fees": sums["verifier_fee"],
        "returned": sums["returned"],
        "deferred": sums["deferred"],
        "held": held,
    }
    for name, units in totals.items():
        agree(f"totals.{name}", proof["totals"][name], str(units))


def check(proof, node):
    check_place(proof, node)
    check_events(proof, node)
    check_documents(proof)
    assigned = [event["args"] for event in of(proof, "JobAssigned")]
    agree("the number of attempts", len(proof["attempts"]), len(assigned))
    for attempt, args in zip(proof["attempts"], assigned):
        check_attempt(proof, attempt, args, node)
    for event in of(proof, "JobSettled"):
        verdicts = of(proof, "VerdictRecorded", event["args"]["attempt"])
        quorum = of(proof, "JobCreated")[0]["args"]["terms"]["quorum"]
        demand(sum(one["args"]["pass"] for one in verdicts) >= quorum, "the reward was paid without a quorum")
    check_money(proof, node)


def main(arguments):
    parser = argparse.ArgumentParser(description="Checks proofs of jobs against the chain.")
    parser.add_argument("files", nargs="+", metavar="proof.json")
    parser.add_argument("--rpc", required=True, metavar="URL", help="a node that you trust")
    parser.add_argument("--escrow", metavar="ADDRESS", help="the escrow that the proofs have to be about")
    given = parser.parse_args(arguments)
    outcomes = [outcome_of(file, given.rpc, given.escrow) for file in given.files]
    for file, outcome in zip(given.files, outcomes):
        print(json.dumps({"file": file, **outcome}))
    said = {outcome["outcome"] for outcome in outcomes}
    return 1 if "refused" in said else 2 if "unknown" in said else 0


def outcome_of(file, rpc, escrow):
    try:
        node, proof = Node(rpc), read_proof(file)
        named = proof["chain"]["escrow"]
        demand(escrow is None or escrow.lower() == named, f"the proof is about the escrow {named}, not {escrow}")
        check(proof, node)
        code = "0x" + keccak(bytes.fromhex(node.ask("eth_getCode", named, "latest")[2:])).hex()
        return {"outcome": "true", "escrow": named, "code_hash": code}
    except (NodeRefusal, OSError) as error:
        return {"outcome": "unknown", "reason": str(error)}
    except Refused as error:
        return {"outcome": "refused", "reason": str(error)}
    except RecursionError:
        return {"outcome": "refused", "reason": "the file is nested too deeply"}
    except (UnicodeError, json.JSONDecodeError) as error:
        return {"outcome": "refused", "reason": f"the file is not JSON in UTF-8: {error}"}
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        return {"outcome": "refused", "reason": f"a document is not of its format ({type(error).__name__}: {error})"}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
