// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AgentRegistry} from "../src/AgentRegistry.sol";
import {Escrow} from "./Escrow.sol";
import {BlocklistToken} from "./HostileTokens.sol";
import {Shadow} from "./Shadow.sol";

/// @dev Walks at random: tries one act, valid or not, and demands that the contract does what the twin's guard says,
/// that money moves only between the job and those who may be paid for it, and that both agree afterwards.
contract Walker is Shadow {
    uint256 public steps;
    mapping(State state => uint256) public reached;

    function step(uint256 seed) external {
        ++steps;
        uint256 id = twins.length;
        if (id == 0 || pick(seed, 0, 12) == 0) return tryCreate(seed);
        id -= pick(seed, 1, id < 4 ? id : 4);
        Twin storage t = twin(id);

        tryOne(id, t, pick(seed, 2, 4) == 0 ? ActionKind(pick(seed, 3, 10)) : likely(t, pick(seed, 4, 100)), seed);

        agree(id, t);
        ++reached[t.state];
        if (pick(seed, 5, 10) < 6) vm.warp(block.timestamp + pick(seed, 6, 5));
    }

    /// @dev A key of a worker or verifier is called stolen; seldom, since it is permanent.
    function tryCompromise(uint256 seed) external {
        if (pick(seed, 90, 8) != 0) return;
        uint256 chosen = pick(seed, 91, 12);
        address key = chosen < 2 ? workers[chosen].key : verifiers[chosen - 2].key;
        vm.prank(guardian);
        registry.markCompromised(key);
        stolen[key] = true;
    }

    function wait(uint8 time) external {
        vm.warp(block.timestamp + time % 20);
    }

    function toggleBlock(uint8 who) external {
        address account = people()[who % people().length];
        BlocklistToken(money).setBlocked(account, !BlocklistToken(money).isBlocked(account));
    }

    function tryCollect(uint8 who) external {
        address account = people()[who % people().length];
        uint256 debt = escrow.owed(account);
        bool expected = debt > 0 && !BlocklistToken(money).isBlocked(account);
        uint256 before = balance(account);
        (bool done,) = address(escrow).call(abi.encodeCall(escrow.collect, (account)));
        vm.assertEq(done, expected, "collect");
        vm.assertEq(balance(account) - before, done ? debt : 0, "collected");
    }

    function theEscrow() external view returns (Escrow) {
        return escrow;
    }

    function theRegistry() external view returns (AgentRegistry) {
        return registry;
    }

    function jobs() external view returns (uint256) {
        return twins.length;
    }

    function twinOf(uint256 id) external view returns (Twin memory) {
        return twin(id);
    }

    function owedInAll() external view returns (uint256 sum) {
        address[] memory all = people();
        for (uint256 i; i < all.length; ++i) {
            sum += escrow.owed(all[i]);
        }
    }

    // What an act looks like, whether or not it is allowed: for probes that are undone.

    function probe(uint256 id, ActionKind kind) external returns (bool done) {
        (address sender, bytes memory data) = plainCall(id, kind);
        uint256 snapshot = vm.snapshotState();
        vm.prank(sender);
        (done,) = address(escrow).call(data);
        vm.revertToStateAndDelete(snapshot);
    }

    function strangersMove(uint256 id, ActionKind kind) external returns (bool done) {
        (, bytes memory data) = plainCall(id, kind);
        vm.prank(stranger);
        (done,) = address(escrow).call(data);
    }

    // The acts.

    function tryCreate(uint256 seed) private {
        Terms memory wanted = terms();
        wanted.ref = keccak256(abi.encode("job", twins.length));
        wanted.verifiers = uint8([1, 2, 3, 5][pick(seed, 10, 4)]);
        wanted.quorum = uint8(wanted.verifiers / 2 + 1 + pick(seed, 11, wanted.verifiers - wanted.verifiers / 2));
        wanted.maxAttempts = uint8(1 + pick(seed, 12, 3));
        wanted.silenceShareBps = uint16([0, 1, 5_000, 9_999, 10_000][pick(seed, 18, 5)]);
        wanted.reward = uint128(1_000_000 + pick(seed, 13, 50));
        wanted.verifierFee = uint128(pick(seed, 14, 5));
        wanted.fundBy = uint64(block.timestamp);
        wanted.openUntil = uint64(block.timestamp + 5 + pick(seed, 15, 56));
        wanted.workWindow = uint64(2 + pick(seed, 16, 14));
        wanted.verificationWindow = uint64(2 + pick(seed, 17, 14));
        if (BlocklistToken(money).isBlocked(client)) return;

        uint256 before = balance(client);
        uint256 id = createdWith(wanted);
        Twin storage t = twins.push();
        (t.state, t.openUntil) = (State.OPEN, wanted.openUntil);
        (t.workWindow, t.verificationWindow) = (wanted.workWindow, wanted.verificationWindow);
        (t.n, t.q, t.maxAttempts) = (wanted.verifiers, wanted.quorum, wanted.maxAttempts);
        (t.reward, t.fee, t.share) = (wanted.reward, wanted.verifierFee, wanted.silenceShareBps);
        t.budget = t.held = t.reward + t.fee * t.n * t.maxAttempts;
        vm.assertEq(before - balance(client), t.budget, "pulled");
        agree(id, t);
    }

    function likely(Twin storage t, uint256 chance) private view returns (ActionKind) {
        if (t.state == State.OPEN) {
            if (chance < 75) return ActionKind.ASSIGN;
            return chance < 78 ? ActionKind.CANCEL : ActionKind.CLAIM_REFUND;
        }
        if (t.state == State.ASSIGNED) {
            if (chance < 50) return ActionKind.SUBMIT;
            if (chance < 65) return ActionKind.REQUEST_RELEASE;
            if (chance < 80) return ActionKind.OBJECT_RELEASE;
            return chance < 92 ? ActionKind.RELEASE : ActionKind.CLAIM_REFUND;
        }
        if (t.state == State.SUBMITTED) {
            if (!t.seated) return chance < 90 ? ActionKind.SEAT : ActionKind.CLAIM_REFUND;
            if (chance < 75) return ActionKind.ATTEST;
            return chance < 90 ? ActionKind.ADD_ALTERNATES : ActionKind.CLAIM_REFUND;
        }
        return ActionKind.CLAIM_REFUND;
    }

    function tryOne(uint256 id, Twin storage t, ActionKind kind, uint256 seed) private {
        if (kind == ActionKind.ASSIGN) tryAssign(id, t, pick(seed, 20, 3));
        else if (kind == ActionKind.RELEASE) tryRelease(id, t, pick(seed, 21, 3) == 0);
        else if (kind == ActionKind.SEAT) trySeat(id, t, seed);
        else if (kind == ActionKind.ADD_ALTERNATES) tryAlternate(id, t, pick(seed, 22, 7), pick(seed, 23, 13));
        else if (kind == ActionKind.ATTEST) tryAttest(id, t, seed);
        else tryPlain(id, t, kind);
    }

    function tryPlain(uint256 id, Twin storage t, ActionKind kind) private {
        if (kind == ActionKind.REQUEST_RELEASE) {
            if (act(id, t, kind, canRequest(t))) t.releaseAt = uint64(block.timestamp) + NOTICE;
        } else if (kind == ActionKind.OBJECT_RELEASE) {
            if (act(id, t, kind, canObject(t))) (t.releaseAt, t.objected) = (0, true);
        } else if (kind == ActionKind.SUBMIT) {
            if (!act(id, t, kind, canSubmit(t))) return;
            (t.state, t.seatBy) = (State.SUBMITTED, uint64(block.timestamp) + SEATING);
            (t.seated, t.added, t.verifyBy) = (false, 0, 0);
            delete t.votes;
        } else if (kind == ActionKind.CANCEL) {
            if (act(id, t, kind, t.state == State.OPEN)) (t.state, t.held) = (State.CANCELLED, 0);
        } else if (kind == ActionKind.CLAIM_REFUND) {
            State end = t.state == State.SUBMITTED ? State.LAPSED : State.REFUNDED;
            if (act(id, t, kind, canRefund(t))) (t.state, t.held) = (end, 0);
        }
    }

    function tryAssign(uint256 id, Twin storage t, uint256 worker) private {
        bytes memory data = abi.encodeCall(escrow.assign, (id, workers[worker].agent, link(id, 0)));
        if (!move(id, t, dispatcher, data, canAssign(t, worker))) return;
        (t.state, t.worker, t.releaseAt, t.objected) = (State.ASSIGNED, worker, 0, false);
        t.workBy = uint64(block.timestamp) + t.workWindow;
        ++t.attempt;
    }

    function tryRelease(uint256 id, Twin storage t, bool byAgent) private {
        address sender = byAgent ? workers[t.worker].agent : stranger;
        bytes memory data = abi.encodeCall(escrow.release, (id, t.attempt, ""));
        if (move(id, t, sender, data, canRelease(t, byAgent))) t.state = reopened(t) ? State.OPEN : State.EXPIRED;
    }

    /// @dev Mostly a fair panel; sometimes one with a related owner or of the wrong size.
    function trySeat(uint256 id, Twin storage t, uint256 seed) private {
        uint256 size = pick(seed, 30, 12) == 0 ? t.n + 1 : t.n;
        uint256[] memory chosen = new uint256[](size);
        address[] memory agents = new address[](size);
        uint256 offset = pick(seed, 31, 10);
        for (uint256 i; i < size; ++i) {
            chosen[i] = (offset + i) % 10;
            if (pick(seed, 32 + i, 20) == 0) chosen[i] = 10 + pick(seed, 40 + i, 3);
            agents[i] = verifiers[chosen[i]].agent;
        }
        bytes memory data = abi.encodeCall(escrow.seat, (id, t.attempt, agents, nextSecret(id), DRAW));
        if (!move(id, t, dispatcher, data, canSeat(t, chosen))) return;

        (t.seated, t.verifyBy) = (true, uint64(block.timestamp) + t.verificationWindow);
        ++t.rounds;
        for (uint256 i; i < size; ++i) {
            t.first[i] = chosen[i];
        }
    }

    function tryAlternate(uint256 id, Twin storage t, uint256 index, uint256 chosen) private {
        (uint8[] memory seats, address[] memory agents) = (new uint8[](1), new address[](1));
        (seats[0], agents[0]) = (uint8(index), verifiers[chosen].agent);
        bytes memory data = abi.encodeCall(escrow.addAlternates, (id, t.attempt, seats, agents, nextSecret(id), DRAW));
        if (!move(id, t, dispatcher, data, canAddAlternate(t, index, chosen))) return;

        (t.extra[t.added], t.extraSeat[t.added]) = (chosen, uint8(index));
        ++t.added;
        t.verifyBy += t.verificationWindow;
    }

    /// @dev A random part of the panel, some by their alternates, in random directions.
    function tryAttest(uint256 id, Twin storage t, uint256 seed) private {
        uint256 size = 1 + pick(seed, 50, t.n);
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(size);
        uint256[] memory indexes = new uint256[](size);
        for (uint256 i; i < size; ++i) {
            indexes[i] = pick(seed, 60 + i, t.n);
            uint256 judge = t.first[indexes[i]];
            for (uint256 k; k < t.added; ++k) {
                if (t.extraSeat[k] == indexes[i] && pick(seed, 70 + 7 * k + i, 2) == 0) judge = t.extra[k];
            }
            if (!t.seated) judge = i;
            verdicts[i] = verdict(id, t.attempt, verifiers[judge], pick(seed, 80 + i, 100) < 40);
            signatures[i] = signVerdict(verdicts[i], verifiers[judge].secret);
        }
        bytes memory data = abi.encodeCall(escrow.attest, (id, t.attempt, verdicts, signatures));
        if (!move(id, t, stranger, data, canAttest(t))) return;

        for (uint256 i; i < size; ++i) {
            if (t.votes[indexes[i]] != 0 || stolen[registry.agentOf(verdicts[i].agent).key]) continue;
            t.votes[indexes[i]] = verdicts[i].pass ? 1 : 2;
            t.held -= t.fee;
        }
        decide(t);
    }

    function decide(Twin storage t) private {
        (uint256 passes, uint256 fails) = (0, 0);
        for (uint256 i; i < t.n; ++i) {
            if (t.votes[i] == 1) ++passes;
            if (t.votes[i] == 2) ++fails;
        }
        bool failed = fails >= t.n - t.q + 1;
        vm.assertTrue(!(passes >= t.q && failed), "never both");
        vm.assertTrue(passes + fails < t.n || passes >= t.q || failed, "a full panel always decides");
        if (passes >= t.q) {
            (t.state, t.held) = (State.SETTLED, 0);
        } else if (failed) {
            t.rejected[t.worker] = true;
            (t.workBy, t.releaseAt, t.seatBy, t.verifyBy) = (0, 0, 0, 0);
            t.state = t.rounds < t.maxAttempts && reopened(t) ? State.OPEN : State.REJECTED;
        }
    }

    // The books.

    function act(uint256 id, Twin storage t, ActionKind kind, bool expected) private returns (bool) {
        (address sender, bytes memory data) = plainCall(id, kind);
        return move(id, t, sender, data, expected);
    }

    function move(uint256 id, Twin storage t, address sender, bytes memory data, bool expected) private returns (bool) {
        address[] memory all = people();
        uint256[] memory before = new uint256[](all.length);
        for (uint256 i; i < all.length; ++i) {
            before[i] = balance(all[i]) + escrow.owed(all[i]);
        }
        vm.prank(sender);
        (bool done,) = address(escrow).call(data);
        vm.assertEq(done, expected, "the contract does what the twin's guard says");
        for (uint256 i; i < all.length; ++i) {
            uint256 gained = balance(all[i]) + escrow.owed(all[i]) - before[i];
            if (gained > 0) book(id, t, all[i], gained);
        }
        return done;
    }

    function book(uint256 id, Twin storage t, address payee, uint256 amount) private {
        if (payee == client) {
            t.returned += amount;
            return;
        }
        if (payee == workers[t.worker].agent) {
            t.rewardPaid += amount;
            return;
        }
        Seat[] memory seats = escrow.seats(id, t.attempt);
        for (uint256 i; i < seats.length; ++i) {
            if (seats[i].judge == payee) {
                vm.assertEq(amount, t.fee, "one fee");
                t.feesPaid += amount;
                return;
            }
        }
        revert("paid somebody who is neither client, assigned agent nor seated agent");
    }

    function agree(uint256 id, Twin storage t) private view {
        Job memory real = escrow.job(id);
        vm.assertEq(uint256(real.state), uint256(t.state), "state");
        vm.assertEq(real.held, t.held, "held");
        vm.assertEq(real.attempt, t.attempt, "attempt");
        vm.assertEq(real.rounds, t.rounds, "rounds");
        vm.assertEq(real.releaseAt, t.releaseAt, "releaseAt");
        if (t.state == State.ASSIGNED) vm.assertEq(real.workBy, t.workBy, "workBy");
        if (t.state == State.OPEN || t.state == State.ASSIGNED || t.state == State.REJECTED) {
            vm.assertEq(real.result, bytes32(0), "no result of an earlier attempt");
            vm.assertEq(uint256(real.seatBy) + real.verifyBy + real.passes + real.fails, 0, "nor its deadlines");
        }
        if (t.state == State.SUBMITTED) {
            vm.assertEq(real.seatBy, t.seatBy, "seatBy");
            vm.assertEq(real.verifyBy, t.verifyBy, "verifyBy");
        }
    }

    function plainCall(uint256 id, ActionKind kind) private view returns (address, bytes memory) {
        Twin storage t = twin(id);
        Person memory worker = workers[t.worker];
        if (kind == ActionKind.ASSIGN) return (dispatcher, abi.encodeCall(escrow.assign, (id, anyWorker(t), link(id, 0))));
        if (kind == ActionKind.REQUEST_RELEASE) {
            return (dispatcher, abi.encodeCall(escrow.requestRelease, (id, t.attempt)));
        }
        if (kind == ActionKind.OBJECT_RELEASE) {
            bytes memory objection = signObjection(id, t.attempt, worker.secret);
            return (stranger, abi.encodeCall(escrow.objectRelease, (id, t.attempt, objection)));
        }
        if (kind == ActionKind.RELEASE) return (stranger, abi.encodeCall(escrow.release, (id, t.attempt, "")));
        if (kind == ActionKind.SUBMIT) {
            bytes memory signature = signSubmission(id, t.attempt, RESULT, worker.secret);
            return (stranger, abi.encodeCall(escrow.submit, (id, t.attempt, RESULT, signature)));
        }
        if (kind == ActionKind.SEAT) {
            return (dispatcher, abi.encodeCall(escrow.seat, (id, t.attempt, panel(0, t.n), nextSecret(id), DRAW)));
        }
        if (kind == ActionKind.ATTEST) return (stranger, oneVerdict(id, t));
        if (kind == ActionKind.CANCEL) return (client, abi.encodeCall(escrow.cancel, (id)));
        return (stranger, abi.encodeCall(escrow.claimRefund, (id)));
    }

    function oneVerdict(uint256 id, Twin storage t) private view returns (bytes memory) {
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(1);
        Person memory judge = verifiers[t.seated ? t.first[0] : 0];
        verdicts[0] = verdict(id, t.attempt, judge, true);
        signatures[0] = signVerdict(verdicts[0], judge.secret);
        return abi.encodeCall(escrow.attest, (id, t.attempt, verdicts, signatures));
    }

    function anyWorker(Twin storage t) private view returns (address) {
        for (uint256 i; i < 3; ++i) {
            if (!t.rejected[i]) return workers[i].agent;
        }
        return workers[0].agent;
    }

    function people() private view returns (address[] memory all) {
        all = new address[](1 + workers.length + verifiers.length);
        all[0] = client;
        for (uint256 i; i < workers.length; ++i) {
            all[1 + i] = workers[i].agent;
        }
        for (uint256 i; i < verifiers.length; ++i) {
            all[1 + workers.length + i] = verifiers[i].agent;
        }
    }

    function pick(uint256 seed, uint256 index, uint256 below) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, index))) % below;
    }
}
