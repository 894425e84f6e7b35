// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "./Fixture.sol";

/// @dev Title 9: alternates three times, everybody named stays valid.
contract AlternatesTest is Fixture {
    uint256 internal id;
    uint64 internal verifyBy;
    bytes32 internal secret;

    function setUp() public override {
        super.setUp();
        id = seated();
        secret = link(id, 2);
        verifyBy = START + 3 hours;
    }

    function test_revertsForAnybodyButTheDispatcher() public {
        bytes32 role = escrow.DISPATCHER_ROLE();
        (uint8[] memory seats, address[] memory agents) = pair(0, verifiers[3].agent);
        address[4] memory others = [client, stranger, registrar, guardian];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            escrow.addAlternates(id, 1, seats, agents, link(id, 2), DRAW);
        }
    }

    function test_revertsBeforeThePanel() public {
        Terms memory wanted = terms();
        wanted.ref = keccak256("other");
        uint256 other = createdWith(wanted);
        (uint8[] memory seats, address[] memory agents) = pair(0, verifiers[3].agent);
        expectWrongState(other, State.SUBMITTED);
        add(other, 0, seats, agents);

        assign(other, workers[1]);
        submit(other, workers[1]);
        vm.expectRevert(abi.encodeWithSelector(NotSeated.selector, other, 1));
        add(other, 1, seats, agents);
    }

    function test_revertsAfterTheDecision() public {
        attest(id, 1, 0, true);
        attest(id, 1, 1, true);
        (uint8[] memory seats, address[] memory agents) = pair(2, verifiers[3].agent);
        expectWrongState(id, State.SUBMITTED);
        add(id, 1, seats, agents);
    }

    function test_revertsForAnotherAttempt() public {
        (uint8[] memory seats, address[] memory agents) = pair(0, verifiers[3].agent);
        vm.expectRevert(abi.encodeWithSelector(WrongAttempt.selector, id, 2, 1));
        add(id, 2, seats, agents);
    }

    function test_title11_revertsForACompromisedKey() public {
        compromise(verifiers[3]);
        (uint8[] memory seats, address[] memory agents) = pair(0, verifiers[3].agent);
        vm.expectRevert(abi.encodeWithSelector(KeyIsCompromised.selector, verifiers[3].key));
        add(id, 1, seats, agents);
    }

    function test_title9_addsThreeTimesEachWithAWindowAndRevertsTheFourthTime() public {
        for (uint256 i; i < 3; ++i) {
            addAlternate(id, uint8(i % 2), verifiers[3 + i]);
            vm.assertEq(escrow.job(id).verifyBy, verifyBy + (i + 1) * 3 hours, "one more window");
        }
        vm.assertEq(escrow.job(id).namings, escrow.MAX_NAMINGS(), "namings");
        (uint8[] memory seats, address[] memory agents) = pair(1, verifiers[6].agent);
        vm.expectRevert(abi.encodeWithSelector(AlternatesUsed.selector, id, 1));
        add(id, 1, seats, agents);
    }

    function test_title9_everybodyWhoWasNamedForASeatMayFillIt() public {
        for (uint256 i; i < 3; ++i) {
            addAlternate(id, 2, verifiers[3 + i]);
        }
        uint256[4] memory named = [uint256(2), 3, 4, 5];
        for (uint256 i; i < named.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            attest(id, 1, named[i], true);
            vm.assertEq(escrow.seats(id, 1)[2].judge, verifiers[named[i]].agent, "judge");
            for (uint256 k; k < named.length; ++k) {
                attest(id, 1, named[k], false);
            }
            vm.assertEq(escrow.job(id).passes + escrow.job(id).fails, 1, "one vote for one seat");
            vm.assertEq(escrow.job(id).held, BUDGET - FEE, "one fee for one seat");
            vm.revertToStateAndDelete(snapshot);
        }
    }

    function test_title1_revertsForAnOwnerThatWasNamedBeforeInWhicheverNaming() public {
        addAlternate(id, 0, verifiers[3]);
        addAlternate(id, 1, verifiers[4]);
        secret = link(id, 4);
        for (uint256 i; i < 5; ++i) {
            refusesAgent(verifiers[i].agent, verifiers[i].ownerId);
        }
        addAlternate(id, 0, verifiers[5]);
    }

    function test_title9_verifyByIsTheLastSecondThatAddsAlternates() public {
        (uint8[] memory seats, address[] memory agents) = pair(0, verifiers[3].agent);
        vm.warp(verifyBy + 1);
        expectTooLate(verifyBy);
        add(id, 1, seats, agents);

        vm.warp(verifyBy);
        add(id, 1, seats, agents);
    }

    function test_revertsForAnotherSecretThanTheNextOfTheChain() public {
        (uint8[] memory seats, address[] memory agents) = pair(0, verifiers[3].agent);
        bytes32[4] memory others = [link(id, 1), link(id, 3), keccak256("guess"), bytes32(0)];
        for (uint256 i; i < others.length; ++i) {
            secret = others[i];
            vm.expectRevert(abi.encodeWithSelector(WrongDrawSecret.selector, id, secret, link(id, 1)));
            add(id, 1, seats, agents);
        }
        addAlternate(id, 0, verifiers[3]);
        vm.assertEq(escrow.job(id).drawCommit, link(id, 2), "the next secret hashes to this one");
    }

    function test_revertsWithoutAnyOrWithUnequalNumbers() public {
        vm.expectRevert(abi.encodeWithSelector(WrongLength.selector, 0, 0));
        add(id, 1, new uint8[](0), new address[](0));

        address[] memory agents = panel(3, 2);
        vm.expectRevert(abi.encodeWithSelector(WrongLength.selector, 2, 1));
        add(id, 1, new uint8[](1), agents);
    }

    function test_revertsForASeatThatIsFilledNamedTwiceOrAbsent() public {
        attest(id, 1, 0, true);
        refusesSeat(0);
        refusesSeat(3);

        address[] memory agents = panel(3, 2);
        uint8[] memory seats = new uint8[](2);
        (seats[0], seats[1]) = (1, 1);
        vm.expectRevert(abi.encodeWithSelector(SeatUnavailable.selector, id, 1));
        add(id, 1, seats, agents);
    }

    function test_title1_revertsForAnOwnerThatThePanelAlreadyHas() public {
        refusesAgent(verifiers[0].agent, verifiers[0].ownerId);
        refusesAgent(verifiers[1].agent, verifiers[1].ownerId);
        refusesAgent(early(workers[0].ownerId, 0xD001), workers[0].ownerId);
        refusesAgent(early(clientOwner, 0xD002), clientOwner);

        address[] memory agents = new address[](2);
        (agents[0], agents[1]) = (verifiers[3].agent, verifiers[3].agent);
        uint8[] memory seats = new uint8[](2);
        seats[1] = 1;
        vm.expectRevert(abi.encodeWithSelector(OwnerConflict.selector, verifiers[3].agent, verifiers[3].ownerId));
        add(id, 1, seats, agents);
    }

    function test_title2_revertsForAYoungVerifier() public {
        Person memory young = enlist(Role.VERIFIER, 0xD003);
        (uint8[] memory seats, address[] memory agents) = pair(0, young.agent);
        vm.expectRevert(abi.encodeWithSelector(AgentTooYoung.selector, young.agent, START + ACTIVATION_DELAY, START));
        add(id, 1, seats, agents);
    }

    function test_addsSecondCandidatesAndOneMoreWindow() public {
        address[] memory agents = panel(3, 2);
        uint8[] memory seats = new uint8[](2);
        (seats[0], seats[1]) = (0, 2);
        vm.warp(START + 1 hours);

        expectEvent();
        emit AlternatesSeated(id, 1, seats, agents, verifyBy + 3 hours, link(id, 2), DRAW);
        add(id, 1, seats, agents);

        vm.assertEq(escrow.job(id).verifyBy, verifyBy + 3 hours, "verifyBy");
        vm.assertEq(escrow.job(id).rounds, 1, "rounds");
        vm.assertEq(escrow.job(id).namings, 2, "namings");
        Candidate[] memory given = escrow.candidates(id, 1);
        vm.assertEq(given.length, 5, "candidates");
        vm.assertEq(given[0].agent, verifiers[0].agent, "the first candidate stays");
        vm.assertEq(given[3].agent, verifiers[3].agent, "alternate");
        vm.assertEq(given[3].key, verifiers[3].key, "alternate's key");
        vm.assertEq(given[3].seat, 0, "alternate's seat");
        vm.assertEq(given[4].agent, verifiers[4].agent, "second alternate");
        vm.assertEq(given[4].seat, 2, "second alternate's seat");
    }

    function test_title9_theOriginalStaysValidAndTheFirstVerdictFillsTheSeat() public {
        addAlternate(id, 0, verifiers[3]);
        attest(id, 1, 0, true);
        uint256 before = balance(verifiers[3].agent);

        attest(id, 1, 3, false);

        Seat memory filled = escrow.seats(id, 1)[0];
        vm.assertEq(filled.judge, verifiers[0].agent, "judge");
        vm.assertEq(uint256(filled.outcome), uint256(Outcome.PASS), "outcome");
        vm.assertEq(balance(verifiers[3].agent), before, "no fee for a filled seat");
        vm.assertEq(escrow.job(id).fails, 0, "fails");
    }

    function test_anAlternateFillsTheSeatWithItsOwnKeyAndFee() public {
        addAlternate(id, 0, verifiers[3]);
        expectEvent();
        emit VerdictRecorded(id, 1, verifiers[3].agent, 0, true, EVIDENCE, FEE, verifiers[3].agent);
        attest(id, 1, 3, true);
        attest(id, 1, 0, false);

        vm.assertEq(escrow.seats(id, 1)[0].judge, verifiers[3].agent, "judge");
        vm.assertEq(balance(verifiers[3].agent), FEE, "alternate's fee");
        vm.assertEq(balance(verifiers[0].agent), 0, "original's fee");
        vm.assertEq(escrow.job(id).held, BUDGET - FEE, "one fee for one seat");
    }

    function test_anAlternateCannotBeSignedForWithTheOriginalsKey() public {
        addAlternate(id, 0, verifiers[3]);
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(1);
        verdicts[0] = verdict(id, 1, verifiers[3], true);
        signatures[0] = signVerdict(verdicts[0], verifiers[0].secret);
        vm.expectRevert(abi.encodeWithSelector(BadSignature.selector, verifiers[3].key, verifiers[0].key));
        escrow.attest(id, 1, verdicts, signatures);
    }

    function test_everyAttemptHasItsOwnAlternates() public {
        addAlternate(id, 2, verifiers[3]);
        failed(id, 1);
        assign(id, workers[1]);
        submit(id, workers[1]);
        seat(id, 2);
        addAlternate(id, 2, verifiers[3]);
        vm.assertEq(escrow.candidates(id, 2)[3].agent, verifiers[3].agent, "alternate");
        vm.assertEq(escrow.job(id).namings, 2, "namings");
    }

    function refusesSeat(uint8 index) internal {
        (uint8[] memory seats, address[] memory agents) = pair(index, verifiers[3].agent);
        vm.expectRevert(abi.encodeWithSelector(SeatUnavailable.selector, id, index));
        add(id, 1, seats, agents);
    }

    function refusesAgent(address agent, bytes32 ownerId) internal {
        (uint8[] memory seats, address[] memory agents) = pair(0, agent);
        vm.expectRevert(abi.encodeWithSelector(OwnerConflict.selector, agent, ownerId));
        add(id, 1, seats, agents);
    }

    function early(bytes32 ownerId, uint256 secret) internal returns (address) {
        vm.warp(START - ACTIVATION_DELAY);
        Person memory enlisted = person(secret);
        vm.prank(registrar);
        registry.registerAgent(enlisted.agent, ownerId, Role.VERIFIER, enlisted.key);
        vm.warp(START);
        return enlisted.agent;
    }

    function pair(uint8 index, address agent) internal pure returns (uint8[] memory seats, address[] memory agents) {
        (seats, agents) = (new uint8[](1), new address[](1));
        (seats[0], agents[0]) = (index, agent);
    }

    function add(uint256 job, uint32 attempt, uint8[] memory seats, address[] memory agents) internal {
        vm.prank(dispatcher);
        escrow.addAlternates(job, attempt, seats, agents, secret, DRAW);
    }
}
