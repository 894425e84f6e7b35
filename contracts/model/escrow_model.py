"""A second statement of the escrow's rules, in another language: random walks, and what each of their steps must do.

    python3 contracts/model/escrow_model.py <walks> <file>

writes one walk a line as hex; `contracts/test/Model.t.sol` plays them against the contract. Amounts are base units, times
seconds since the job was created. It knows the rules as `IJobEscrow` states them and shares no code with the contract.
"""

import random
import sys

NOTICE, SEATING, GRACE, NAMINGS = 3, 7, 5, 4
LEAST_REWARD = 1_000_000
NONE, OPEN, ASSIGNED, SUBMITTED, EXPIRED, REJECTED, SETTLED, CANCELLED, REFUNDED, LAPSED = range(10)
ASSIGN, REQUEST, OBJECT, RELEASE, SUBMIT, SEAT, ALTERNATE, ATTEST, CANCEL, REFUND, STEAL, PAYEE = range(12)
WORKERS, VERIFIERS = 3, 10


class Job:
    def __init__(self, r):
        self.n = r.choice([1, 2, 3, 5])
        self.quorum = r.randint(self.n // 2 + 1, self.n)
        self.attempts = r.randint(1, 3)
        self.share = r.choice([0, 1, 5_000, 9_999, 10_000])
        self.fee = r.randint(0, 4)
        self.reward = LEAST_REWARD + r.randint(0, 50)
        self.open_until = r.randint(5, 60)
        self.work, self.verification = r.randint(2, 15), r.randint(2, 15)
        self.held = self.reward + self.fee * self.n * self.attempts
        self.budget = self.held
        self.time, self.state, self.rounds = 0, OPEN, 0
        # In some walks hardly anybody judges, so that alternates are named as often as they may.
        self.is_silent = r.random() < 0.25
        self.to_client = self.to_workers = self.to_payees = 0
        self.rejected, self.stolen = set(), set()
        # Who has a payee now, and whose reward and fees go to one, as it stood when the work was given.
        self.has_payee, self.paid_elsewhere = set(), set()
        self.worker, self.release_at, self.objected = None, 0, False
        self.clear()

    def clear(self):
        self.seated, self.namings, self.candidates, self.votes = False, 0, {}, {}

    def is_sound(self):
        return ("worker", self.worker) not in self.stolen

    def may_refund(self):
        if self.state == OPEN:
            return self.time > self.open_until
        if self.state == ASSIGNED:
            return self.time > max(self.work_by, self.open_until)
        if self.state == SUBMITTED:
            return self.time > (self.verify_by + GRACE if self.seated else self.seat_by)
        return self.state in (EXPIRED, REJECTED)

    def may_release(self, by_agent):
        is_due = self.release_at and self.time > self.release_at
        return self.state == ASSIGNED and (by_agent or self.time > self.work_by or is_due)

    def may_name(self, verifiers):
        new = [one for one in verifiers if one not in self.candidates and ("verifier", one) not in self.stolen]
        return len(set(new)) == len(verifiers)

    def pays(self, client, worker=0):
        self.to_client += client
        if ("worker", self.worker) in self.paid_elsewhere:
            self.to_payees += worker
        else:
            self.to_workers += worker
        self.held -= client + worker

    def gives_work(self, agent):
        self.paid_elsewhere.discard(agent)
        self.paid_elsewhere |= self.has_payee & {agent}

    def act(self, action, a, b):
        """True when the contract has to take the act; it has had its effect then."""
        if action == ASSIGN:
            is_open = self.state == OPEN and self.time <= self.open_until and self.rounds < self.attempts
            if not is_open or a in self.rejected or ("worker", a) in self.stolen:
                return False
            self.state, self.worker, self.work_by = ASSIGNED, a, self.time + self.work
            self.release_at, self.objected = 0, False
            self.gives_work(("worker", a))
        elif action == REQUEST:
            if self.state != ASSIGNED or self.release_at or self.objected:
                return False
            self.release_at = self.time + NOTICE
        elif action == OBJECT:
            is_asked = self.state == ASSIGNED and self.release_at and self.time <= self.release_at
            if not is_asked or not self.is_sound():
                return False
            self.release_at, self.objected = 0, True
        elif action == RELEASE:
            if not self.may_release(by_agent=a == 1):
                return False
            self.state = OPEN if self.time <= self.open_until else EXPIRED
        elif action == SUBMIT:
            if self.state != ASSIGNED or self.time > self.work_by or not self.is_sound():
                return False
            self.clear()
            self.state, self.seat_by = SUBMITTED, self.time + SEATING
        elif action == SEAT:
            panel = [(a + i) % VERIFIERS for i in range(self.n + b)]
            if self.state != SUBMITTED or self.seated or self.time > self.seat_by or b or not self.may_name(panel):
                return False
            self.candidates = {verifier: seat for seat, verifier in enumerate(panel)}
            self.seated, self.namings, self.verify_by = True, 1, self.time + self.verification
            self.rounds += 1
            for verifier in panel:
                self.gives_work(("verifier", verifier))
        elif action == ALTERNATE:
            may_ask = self.state == SUBMITTED and self.seated and self.time <= self.verify_by and self.namings < NAMINGS
            if not may_ask or a >= self.n or a in self.votes or not self.may_name([b]):
                return False
            self.candidates[b] = a
            self.gives_work(("verifier", b))
            self.namings, self.verify_by = self.namings + 1, self.verify_by + self.verification
        elif action == ATTEST:
            if self.state != SUBMITTED or not self.seated or self.time > self.verify_by + GRACE:
                return False
            if a not in self.candidates:
                return False
            if self.candidates[a] not in self.votes and ("verifier", a) not in self.stolen:
                self.votes[self.candidates[a]] = b == 1
                self.held -= self.fee
                if ("verifier", a) in self.paid_elsewhere:
                    self.to_payees += self.fee
                self.decide()
        elif action == CANCEL:
            if self.state != OPEN:
                return False
            self.state = CANCELLED
            self.pays(self.held)
        elif action == REFUND:
            if not self.may_refund():
                return False
            is_delivered = self.state == SUBMITTED
            share = self.reward * self.share // 10_000 if is_delivered else 0
            self.state = LAPSED if is_delivered else REFUNDED
            self.pays(self.held - share, share)
        elif action == STEAL:
            self.stolen.add(("worker", a) if b == 0 else ("verifier", a))
        elif action == PAYEE:
            agent = ("worker", a) if a < WORKERS else ("verifier", a - WORKERS)
            if agent in self.stolen:
                return False
            self.has_payee.discard(agent)
            if b:
                self.has_payee.add(agent)
        return True

    def decide(self):
        passes = sum(self.votes.values())
        fails = len(self.votes) - passes
        if passes >= self.quorum:
            self.state = SETTLED
            self.pays(self.held - self.reward, self.reward)
        elif fails > self.n - self.quorum:
            self.rejected.add(self.worker)
            goes_on = self.rounds < self.attempts and self.time <= self.open_until
            self.state = OPEN if goes_on else REJECTED

    def judging(self):
        return [ALTERNATE] * 9 + [REFUND] if self.is_silent else [ATTEST] * 6 + [ALTERNATE] * 3 + [REFUND]

    def choose(self, r):
        """Mostly an act that fits the state, and now and then any."""
        if r.random() < 0.12:
            return PAYEE, r.randrange(WORKERS + VERIFIERS), int(r.random() < 0.7)
        fitting = {
            OPEN: [ASSIGN] * 8 + [CANCEL, REFUND],
            ASSIGNED: [SUBMIT] * 5 + [REQUEST, REQUEST, OBJECT, OBJECT, RELEASE, REFUND],
            SUBMITTED: self.judging() if self.seated else [SEAT] * 8 + [REFUND],
        }.get(self.state, [REFUND])
        action = r.choice(fitting) if r.random() < 0.9 else r.randrange(STEAL + (r.random() < 0.1))
        if action == ASSIGN:
            return action, r.randrange(WORKERS), 0
        if action == RELEASE:
            return action, int(r.random() < 0.4), 0
        if action == SEAT:
            return action, r.randrange(VERIFIERS), int(r.random() < 0.05)
        if action == ALTERNATE:
            return action, r.randrange(self.n + (r.random() < 0.1)), r.randrange(VERIFIERS)
        if action == ATTEST:
            known = list(self.candidates) if self.candidates and r.random() < 0.9 else range(VERIFIERS)
            return action, r.choice(known), int(r.random() < 0.45)
        if action == STEAL:
            kind = r.randrange(2)
            return action, r.randrange(WORKERS if kind == 0 else VERIFIERS), kind
        return action, 0, 0


def walk(r):
    """The terms, then each step: seconds passed, act and what it is about, whether it counts, and what is so afterwards."""
    job = Job(r)
    small = (job.n, job.quorum, job.attempts, job.fee, job.open_until, job.work, job.verification)
    line = bytes(small) + job.share.to_bytes(2, "big") + job.reward.to_bytes(4, "big")
    ended = set()
    for _ in range(r.randint(1, 30)):
        passed = r.choice([0, 0, 0, 1, 1, 2, 4, 9])
        job.time += passed
        action, a, b = job.choose(r)
        if action == STEAL and (("worker", a) if b == 0 else ("verifier", a)) in job.stolen:
            action, a, b = REFUND, 0, 0
        taken = job.act(action, a, b)
        assert job.held >= 0 and job.to_client + job.to_workers + job.to_payees + job.held <= job.budget
        line += bytes((passed, action, a, b, taken, job.state))
        line += b"".join(units.to_bytes(4, "big") for units in (job.held, job.to_client, job.to_workers, job.to_payees))
        ended.add(job.state)
    return line, ended


def main(first, count, file):
    seen = {}
    with open(file, "w", encoding="ascii") as lines:
        for seed in range(first, first + count):
            line, states = walk(random.Random(seed))
            lines.write(f"0x{line.hex()}\n")
            for state in states:
                seen[state] = seen.get(state, 0) + 1
    missing = set(range(OPEN, LAPSED + 1)) - seen.keys()
    if missing:
        sys.exit(f"no walk reached the states {sorted(missing)}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
