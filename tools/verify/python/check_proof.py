"""Checks proofs of jobs by `docs/proof-format.md`: `python3 check_proof.py --rpc <url> <proof.json>...`

Needs Python 3.11 and nothing else. Prints one line of JSON per file; exit code 0 when the chain bears all of them
out, 1 when it refuses one, 2 when the node could not be asked about one.
"""

import base64
import hashlib
import json
import sys

from chain import Node, NodeRefusal
from hashing import commit, keccak, recover

DOMAIN = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
VERDICT = (
    "Verdict(uint256 jobId,uint32 attempt,bytes32 taskCommitment,bytes32 policyCommitment,"
    "bytes32 resultCommitment,bool pass,bytes32 evidenceHash,address agent)"
)
ZERO = "0x" + "0" * 64


class Refused(Exception):
    pass


def demand(is_true, why):
    if not is_true:
        raise Refused(why)


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
    demand(proof["format"] == "jobwright/proof" and proof["version"] == 1, "another format")
    demand(int(node.ask("eth_chainId"), 16) == chain["chain_id"], "another chain")
    demand(node.ask("eth_getBlockByNumber", "0x0", False)["hash"] == chain["genesis_hash"], "another genesis")
    demand(node.ask("eth_getCode", chain["escrow"], "latest") != "0x", "no contract")
    try:
        token = node.call(chain["escrow"], "token()")
    except NodeRefusal:
        token = b""
    demand("0x" + token[12:32].hex() == chain["token"], "another token")


def check_events(proof, node):
    escrow, job_id = proof["chain"]["escrow"], int(proof["job"]["onchain_job_id"])
    heights = [int(event["block_number"]) for event in proof["events"]]
    demand(heights, "no events")
    final = int(node.ask("eth_getBlockByNumber", "finalized", False)["number"], 16)
    if max(heights) > final:
        raise NodeRefusal("the last block is not final")
    for event in proof["events"]:
        block = node.ask("eth_getBlockByNumber", hex(int(event["block_number"])), False)
        demand(block and block["hash"] == event["block_hash"], "an orphaned block")
    demand(proof["events"] == node.events(escrow, job_id, min(heights), max(heights)), "other events")
    demand(node.state(escrow, job_id) == proof["job"]["state"], "another state")


def of(proof, name, attempt=None):
    events = [event for event in proof["events"] if event["name"] == name]
    return [event for event in events if attempt is None or event["args"]["attempt"] == attempt]


def check_documents(proof):
    created = of(proof, "JobCreated")[0]["args"]
    terms, job, policy = created["terms"], proof["job"], proof["policy_document"]
    demand(job["client"] == created["client"] and job["ref"] == terms["ref"], "another client or ref")
    demand(job["task_commitment"] == terms["taskCommitment"], "another task")
    demand(job["policy_commitment"] == terms["policyCommitment"], "another policy")
    demand(commit(proof["task_document"]) == terms["taskCommitment"], "another task document")
    demand(commit(policy) == terms["policyCommitment"], "another policy document")
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
    demand(all(policy.get(name) == value for name, value in promised.items()), "the policy promises something else")
    sealed = {file["path"]: file for file in proof["task_document"].get("sealed_files", [])}
    demand(sealed.keys() == {file["path"] for file in proof["sealed_files"]}, "other sealed files")
    for file in proof["sealed_files"]:
        content = base64.b64decode(file["content"])
        digest = hashlib.sha256(bytes.fromhex(file["salt"][2:]) + content).hexdigest()
        named = sealed[file["path"]]
        demand((digest, len(content)) == (named["salted_sha256"], named["size"]), "another sealed file")


def check_attempt(proof, attempt, assigned, node):
    number, chain, job = attempt["attempt"], proof["chain"], proof["job"]
    demand((assigned["attempt"], assigned["agent"]) == (number, attempt["agent"]), "another attempt")
    submitted = [event["args"]["result"] for event in of(proof, "ResultSubmitted", number)]
    result = attempt["result"]
    demand(submitted == ([result["commitment"]] if result else []), "another result")
    if result:
        document = result["document"]
        demand(commit(document) == result["commitment"], "another result document")
        place = (chain["chain_id"], chain["escrow"], job["onchain_job_id"], number, attempt["agent"])
        names = ("chain_id", "escrow", "onchain_job_id", "attempt", "agent")
        demand(tuple(document[name] for name in names) == place, "a result for something else")
    for draw in attempt["draws"]:
        document = draw["document"]
        demand(commit(document) == draw["evidence_hash"], "another draw")
        about = (document["kind"], document["attempt"], document["onchain_job_id"])
        demand(about == (draw["kind"], number, job["onchain_job_id"]), "a draw for something else")
    for event in of(proof, "Seated", number):
        picks = [d["document"]["picks"] for d in attempt["draws"] if d["evidence_hash"] == event["args"]["drawEvidence"]]
        demand(picks[:1] == [event["args"]["agents"]], "a panel that was not drawn")
    recorded = [event["args"] for event in of(proof, "VerdictRecorded", number)]
    real = sorted((one["seat"], one["agent"], one["pass"], one["evidenceHash"]) for one in recorded)
    given = sorted((one["seat"], one["agent"], one["pass"], one["evidence_hash"]) for one in attempt["verdicts"])
    demand(real == given, "other verdicts")
    seats = node.seats(chain["escrow"], int(job["onchain_job_id"]), number)
    for verdict in attempt["verdicts"]:
        demand(seats[verdict["seat"]] == (verdict["agent"], verdict["key"]), "another seat or key")
        demand(verdict["evidence"] is None or commit(verdict["evidence"]) == verdict["evidence_hash"], "other evidence")
        if verdict["signature"] is not None:
            signer = recover(digest_of(proof, attempt, verdict), verdict["signature"])
            demand(signer == verdict["key"], "a verdict signed by somebody else")


def payments_of(proof):
    escrow, client = proof["chain"]["escrow"], proof["job"]["client"]
    for event in proof["events"]:
        args, name = event["args"], event["name"]
        paid = {
            "JobCreated": [("funding", client, escrow, args.get("held"))],
            "VerdictRecorded": [("verifier_fee", escrow, args.get("agent"), args.get("fee"))],
            "JobSettled": [
                ("reward", escrow, args.get("agent"), args.get("reward")),
                ("returned", escrow, client, args.get("returned")),
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
    sums = {"funding": 0, "reward": 0, "verifier_fee": 0, "returned": 0, "deferred": 0}
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
        demand(fitting, "a transfer is missing")
        moves[transaction].remove(fitting[0])
        attempt = event["args"].get("attempt")
        real.append({**fitting[0], "kind": kind, "attempt": attempt, "amount": str(amount)})
    demand(proof["transfers"] == real, "other transfers")
    held = sums["funding"] - sums["reward"] - sums["verifier_fee"] - sums["returned"]
    totals = {
        "funded": sums["funding"],
        "reward": sums["reward"],
        "verifier_fees": sums["verifier_fee"],
        "returned": sums["returned"],
        "deferred": sums["deferred"],
        "held": held,
    }
    demand(proof["totals"] == {name: str(units) for name, units in totals.items()}, "other sums")


def check(proof, node):
    check_place(proof, node)
    check_events(proof, node)
    check_documents(proof)
    assigned = [event["args"] for event in of(proof, "JobAssigned")]
    demand(len(assigned) == len(proof["attempts"]), "another number of attempts")
    for attempt, args in zip(proof["attempts"], assigned):
        check_attempt(proof, attempt, args, node)
    for event in of(proof, "JobSettled"):
        verdicts = of(proof, "VerdictRecorded", event["args"]["attempt"])
        quorum = of(proof, "JobCreated")[0]["args"]["terms"]["quorum"]
        demand(sum(one["args"]["pass"] for one in verdicts) >= quorum, "paid without a quorum")
    check_money(proof, node)


def main(arguments):
    if len(arguments) < 3 or arguments[0] != "--rpc":
        print(__doc__, file=sys.stderr)
        return 2
    node, refused, unknown = Node(arguments[1]), 0, 0
    for file in arguments[2:]:
        try:
            with open(file, encoding="utf-8") as text:
                check(json.load(text), node)
            print(json.dumps({"file": file, "outcome": "true"}))
        except (Refused, KeyError, IndexError, TypeError, ValueError) as error:
            refused += 1
            print(json.dumps({"file": file, "outcome": "refused", "reason": str(error)}))
        except (NodeRefusal, OSError) as error:
            unknown += 1
            print(json.dumps({"file": file, "outcome": "unknown", "reason": str(error)}))
    return 1 if refused else 2 if unknown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
