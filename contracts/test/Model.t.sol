// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Shadow} from "./Shadow.sol";

/// @dev Plays the walks of `model/escrow_model.py`, a statement of the rules in another language: the contract takes each
/// act exactly when the model does, and state and money agree after it.
contract ModelTest is Shadow {
    enum Act {
        ASSIGN,
        REQUEST,
        OBJECT,
        RELEASE,
        SUBMIT,
        SEAT,
        ALTERNATE,
        ATTEST,
        CANCEL,
        REFUND,
        STEAL,
        PAYEE
    }

    struct Step {
        Act act;
        uint8 a;
        uint8 b;
    }

    string private constant WALKS = "out/model-walks.txt";
    uint256 private constant HEAD = 13;
    uint256 private constant STEP = 22;

    uint256 private _client;
    uint256 private _workers;
    uint256 private _payees;

    function test_theContractDoesWhatTheModelSays() public {
        uint256 walks;
        while (this.playNext()) {
            ++walks;
        }
        vm.assertEq(walks, vm.envUint("MODEL_WALKS"), "walks");
    }

    /// @dev A separate call, so that the memory of one walk is free again for the next.
    function playNext() external returns (bool) {
        string memory line = vm.readLine(WALKS);
        if (bytes(line).length == 0) return false;
        bytes memory walk = vm.parseBytes(line);

        uint256 snapshot = vm.snapshotState();
        (_client, _workers, _payees) = (balance(client), ofWorkers(), ofPayees());
        uint256 id = createdWith(termsOf(walk));
        _client -= escrow.job(id).held;
        uint256 time = block.timestamp;
        for (uint256 place = HEAD; place < walk.length; place += STEP) {
            time += uint8(walk[place]);
            vm.warp(time);
            Step memory step = Step(Act(uint8(walk[place + 1])), uint8(walk[place + 2]), uint8(walk[place + 3]));
            vm.assertEq(play(id, step), uint8(walk[place + 4]) == 1, "the contract takes what the model takes");
            vm.assertEq(uint256(escrow.job(id).state), uint8(walk[place + 5]), "state");
            vm.assertEq(escrow.job(id).held, number(walk, place + 6, 4), "held");
            vm.assertEq(balance(client) - _client, number(walk, place + 10, 4), "to the client");
            vm.assertEq(ofWorkers() - _workers, number(walk, place + 14, 4), "to the workers");
            vm.assertEq(ofPayees() - _payees, number(walk, place + 18, 4), "to the payees");
        }
        vm.revertToStateAndDelete(snapshot);
        return true;
    }

    function termsOf(bytes memory walk) private view returns (Terms memory wanted) {
        uint64 time = uint64(block.timestamp);
        wanted = terms();
        (wanted.verifiers, wanted.quorum, wanted.maxAttempts) = (uint8(walk[0]), uint8(walk[1]), uint8(walk[2]));
        (wanted.verifierFee, wanted.fundBy, wanted.openUntil) = (uint8(walk[3]), time, time + uint8(walk[4]));
        (wanted.workWindow, wanted.verificationWindow) = (uint8(walk[5]), uint8(walk[6]));
        wanted.silenceShareBps = uint16(number(walk, 7, 2));
        wanted.reward = uint128(number(walk, 9, 4));
    }

    function play(uint256 id, Step memory step) private returns (bool done) {
        if (step.act == Act.STEAL) {
            compromise(step.b == 0 ? workers[step.a] : verifiers[step.a]);
            return true;
        }
        if (step.act == Act.PAYEE) {
            Person memory paid = step.a < 3 ? workers[step.a] : verifiers[step.a - 3];
            return choosePayee(paid, step.b == 0 ? paid.agent : payeeOf(paid));
        }
        Job memory current = escrow.job(id);
        (address sender, bytes memory data) = callOf(id, current, step);
        vm.prank(sender);
        (done,) = address(escrow).call(data);
    }

    /// @dev Without a delay a payee takes effect at once.
    function choosePayee(Person memory paid, address payee) private returns (bool done) {
        bytes memory signature = signPayee(paid, payee);
        vm.prank(registrar);
        (done,) = address(registry).call(abi.encodeCall(registry.requestPayee, (paid.agent, payee, signature)));
        if (done) registry.applyPayee(paid.agent);
    }

    function alternate(uint256 id, uint32 attempt, Step memory step) private view returns (bytes memory) {
        (uint8[] memory seats, address[] memory agents) = (new uint8[](1), new address[](1));
        (seats[0], agents[0]) = (step.a, verifiers[step.b].agent);
        return abi.encodeCall(escrow.addAlternates, (id, attempt, seats, agents, nextSecret(id), DRAW));
    }

    function callOf(uint256 id, Job memory current, Step memory step) private view returns (address, bytes memory) {
        uint32 attempt = current.attempt;
        Person memory worker = workerOf(current.agent);
        if (step.act == Act.ASSIGN) return (dispatcher, abi.encodeCall(escrow.assign, (id, workers[step.a].agent, link(id, 0))));
        if (step.act == Act.REQUEST) return (dispatcher, abi.encodeCall(escrow.requestRelease, (id, attempt)));
        if (step.act == Act.OBJECT) {
            bytes memory objection = signObjection(id, attempt, worker.secret);
            return (stranger, abi.encodeCall(escrow.objectRelease, (id, attempt, objection)));
        }
        if (step.act == Act.RELEASE) {
            return (step.a == 1 ? worker.agent : stranger, abi.encodeCall(escrow.release, (id, attempt, "")));
        }
        if (step.act == Act.SUBMIT) {
            bytes memory signature = signSubmission(id, attempt, RESULT, worker.secret);
            return (stranger, abi.encodeCall(escrow.submit, (id, attempt, RESULT, signature)));
        }
        if (step.act == Act.SEAT) {
            address[] memory agents = new address[](current.terms.verifiers + step.b);
            for (uint256 i; i < agents.length; ++i) {
                agents[i] = verifiers[(step.a + i) % 10].agent;
            }
            return (dispatcher, abi.encodeCall(escrow.seat, (id, attempt, agents, nextSecret(id), DRAW)));
        }
        if (step.act == Act.ALTERNATE) {
            return (dispatcher, alternate(id, attempt, step));
        }
        if (step.act == Act.ATTEST) {
            (Verdict[] memory verdicts, bytes[] memory signatures) = batch(1);
            verdicts[0] = verdict(id, attempt, verifiers[step.a], step.b == 1);
            signatures[0] = signVerdict(verdicts[0], verifiers[step.a].secret);
            return (stranger, abi.encodeCall(escrow.attest, (id, attempt, verdicts, signatures)));
        }
        if (step.act == Act.CANCEL) return (client, abi.encodeCall(escrow.cancel, (id)));
        return (stranger, abi.encodeCall(escrow.claimRefund, (id)));
    }

    function workerOf(address agent) private view returns (Person memory) {
        for (uint256 i; i < 3; ++i) {
            if (workers[i].agent == agent) return workers[i];
        }
        return workers[0];
    }

    function ofWorkers() private view returns (uint256 sum) {
        for (uint256 i; i < 3; ++i) {
            sum += balance(workers[i].agent);
        }
    }

    function ofPayees() private view returns (uint256 sum) {
        for (uint256 i; i < 13; ++i) {
            sum += balance(payeeOf(i < 3 ? workers[i] : verifiers[i - 3]));
        }
    }

    function number(bytes memory walk, uint256 start, uint256 size) private pure returns (uint256 value) {
        for (uint256 i; i < size; ++i) {
            value = value << 8 | uint8(walk[start + i]);
        }
    }
}
