// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "./Fixture.sol";

/// @dev Titles 1 (panel on chain after submit, clock starts at seat), 2 (verifiers aged) and 3 (client's owner excluded).
contract SeatTest is Fixture {
    uint256 internal id;

    function setUp() public override {
        super.setUp();
        id = submitted();
    }

    function test_revertsForAnybodyButTheDispatcher() public {
        bytes32 role = escrow.DISPATCHER_ROLE();
        address[] memory agents = panel(0, 3);
        address[5] memory others = [client, stranger, registrar, guardian, admin];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            escrow.seat(id, 1, agents, link(id, 1), DRAW);
        }
    }

    function test_title1_revertsBeforeTheResultIsSubmitted() public {
        Terms memory wanted = terms();
        wanted.ref = keccak256("other");
        uint256 other = createdWith(wanted);
        expectWrongState(other, State.SUBMITTED);
        seatAll(other, 0, panel(0, 3));

        assign(other, workers[1]);
        expectWrongState(other, State.SUBMITTED);
        seatAll(other, 1, panel(0, 3));
    }

    function test_revertsForAnotherAttempt() public {
        vm.expectRevert(abi.encodeWithSelector(WrongAttempt.selector, id, 2, 1));
        seatAll(id, 2, panel(0, 3));
    }

    function test_revertsASecondTime() public {
        seat(id, 1);
        vm.expectRevert(abi.encodeWithSelector(AlreadySeated.selector, id, 1));
        seatAll(id, 1, panel(3, 3));
    }

    function test_title9_seatByIsTheLastSecondThatSeats() public {
        uint64 seatBy = START + SEAT_WINDOW;
        vm.warp(seatBy + 1);
        expectTooLate(seatBy);
        seatAll(id, 1, panel(0, 3));

        vm.warp(seatBy);
        seatAll(id, 1, panel(0, 3));
    }

    function test_revertsForAnyOtherNumberOfSeats() public {
        vm.expectRevert(abi.encodeWithSelector(WrongLength.selector, 2, 3));
        seatAll(id, 1, panel(0, 2));
        vm.expectRevert(abi.encodeWithSelector(WrongLength.selector, 4, 3));
        seatAll(id, 1, panel(0, 4));
    }

    function test_revertsForAnotherSecretThanTheOneOfTheAssignment() public {
        bytes32[4] memory others = [link(id, 0), link(id, 2), keccak256("guess"), bytes32(0)];
        for (uint256 i; i < others.length; ++i) {
            address[] memory agents = panel(0, 3);
            vm.expectRevert(abi.encodeWithSelector(WrongDrawSecret.selector, id, others[i], link(id, 0)));
            vm.prank(dispatcher);
            escrow.seat(id, 1, agents, others[i], DRAW);
        }
        vm.assertEq(escrow.job(id).drawCommit, link(id, 0), "still bound");
        seatAll(id, 1, panel(0, 3));
        vm.assertEq(escrow.job(id).drawCommit, link(id, 1), "bound to the next secret of the chain");
    }

    function test_revertsForAnUnknownRevokedOrWorkingAgent() public {
        refuses(stranger, abi.encodeWithSelector(UnknownAgent.selector, stranger));
        refuses(
            workers[1].agent, abi.encodeWithSelector(WrongRole.selector, workers[1].agent, Role.WORKER, Role.VERIFIER)
        );
        vm.prank(guardian);
        registry.revokeAgent(verifiers[2].agent);
        refuses(verifiers[2].agent, abi.encodeWithSelector(AgentNotActive.selector, verifiers[2].agent));
    }

    function test_title11_revertsForACompromisedKey() public {
        compromise(verifiers[2]);
        refuses(verifiers[2].agent, abi.encodeWithSelector(KeyIsCompromised.selector, verifiers[2].key));
    }

    function test_theEscrowItselfIsNoVerifier() public {
        vm.prank(registrar);
        registry.registerAgent(address(escrow), keccak256("owner"), Role.VERIFIER, vm.addr(1));
        refuses(address(escrow), abi.encodeWithSelector(InvalidAgent.selector, address(escrow)));
    }

    function test_title2_revertsForAVerifierThatBecameActiveAfterTheJobWasCreated() public {
        Person memory late = enlistAt(START - ACTIVATION_DELAY + 1, 0xD001);
        refuses(late.agent, abi.encodeWithSelector(AgentTooYoung.selector, late.agent, START + 1, START));

        Person memory justInTime = enlistAt(START - ACTIVATION_DELAY, 0xD002);
        seatAll(id, 1, with(justInTime.agent));
        vm.assertEq(escrow.candidates(id, 1)[2].agent, justInTime.agent, "seated");
    }

    function test_title2_revertsForAVerifierWhoseKeyWasRotatedAfterTheJobWasCreated() public {
        vm.prank(registrar);
        registry.rotateKey(verifiers[2].agent, person(0xBEEF).key);
        vm.warp(START + 1 hours);
        refuses(
            verifiers[2].agent,
            abi.encodeWithSelector(AgentTooYoung.selector, verifiers[2].agent, START + ACTIVATION_DELAY, START)
        );
    }

    function test_title1_revertsForTwoSeatsOfOneOwner() public {
        Person memory twin = enlistFor(verifiers[0].ownerId, 0xD003);
        refuses(twin.agent, abi.encodeWithSelector(OwnerConflict.selector, twin.agent, verifiers[0].ownerId));
        refuses(
            verifiers[1].agent, abi.encodeWithSelector(OwnerConflict.selector, verifiers[1].agent, verifiers[1].ownerId)
        );
    }

    function test_revertsForAVerifierOfTheWorkersOwner() public {
        Person memory friend = enlistFor(workers[0].ownerId, 0xD004);
        refuses(friend.agent, abi.encodeWithSelector(OwnerConflict.selector, friend.agent, workers[0].ownerId));
    }

    function test_title3_revertsForAVerifierOfTheClientsOwner() public {
        Person memory friend = enlistFor(clientOwner, 0xD005);
        refuses(friend.agent, abi.encodeWithSelector(OwnerConflict.selector, friend.agent, clientOwner));
    }

    function test_title1_theClockStartsAtSeat() public {
        vm.warp(START + 5 hours);
        address[] memory agents = panel(0, 3);
        expectEvent();
        emit Seated(id, 1, agents, START + 8 hours, link(id, 1), DRAW);
        seatAll(id, 1, agents);
        vm.snapshotGasLastCall("JobEscrow", "seat");

        Job memory given = escrow.job(id);
        vm.assertEq(uint256(given.state), uint256(State.SUBMITTED), "state");
        vm.assertEq(given.verifyBy, START + 8 hours, "verifyBy");
        vm.assertEq(given.rounds, 1, "rounds");
        vm.assertEq(given.held, BUDGET, "held");
        Seat[] memory seats = escrow.seats(id, 1);
        vm.assertEq(seats.length, 3, "seats");
        Candidate[] memory named = escrow.candidates(id, 1);
        vm.assertEq(named.length, 3, "candidates");
        vm.assertEq(given.namings, 1, "namings");
        for (uint256 i; i < 3; ++i) {
            vm.assertEq(named[i].agent, verifiers[i].agent, "agent");
            vm.assertEq(named[i].key, verifiers[i].key, "key");
            vm.assertEq(named[i].seat, i, "seat");
            vm.assertEq(uint256(seats[i].outcome), uint256(Outcome.NONE), "outcome");
        }
    }

    function test_pauseDoesNotStopSeating() public {
        vm.prank(guardian);
        escrow.pause();
        seat(id, 1);
        vm.assertEq(escrow.seats(id, 1).length, 3, "seats");
    }

    function test_aRefusedPanelLeavesNothingBehind() public {
        refuses(stranger, abi.encodeWithSelector(UnknownAgent.selector, stranger));
        vm.assertEq(escrow.seats(id, 1).length, 0, "seats");
        vm.assertEq(escrow.job(id).rounds, 0, "rounds");
        vm.assertEq(escrow.job(id).verifyBy, 0, "verifyBy");
    }

    function test_seatsPanelsOfEverySize() public {
        for (uint8 n = 1; n <= 7; ++n) {
            Terms memory wanted = terms();
            (wanted.ref, wanted.verifiers, wanted.quorum) = (keccak256(abi.encode(n)), n, n);
            uint256 other = createdWith(wanted);
            assign(other, workers[0]);
            submit(other, workers[0]);
            seat(other, 1);
            vm.assertEq(escrow.seats(other, 1).length, n, "seats");
        }
    }

    function refuses(address third, bytes memory reason) internal {
        address[] memory agents = with(third);
        vm.expectRevert(reason);
        seatAll(id, 1, agents);
    }

    function with(address third) internal view returns (address[] memory agents) {
        agents = panel(0, 3);
        agents[2] = third;
    }

    function seatAll(uint256 job, uint32 attempt, address[] memory agents) internal {
        vm.prank(dispatcher);
        escrow.seat(job, attempt, agents, link(job, 1), DRAW);
    }

    function enlistAt(uint64 time, uint256 secret) internal returns (Person memory enlisted) {
        uint256 present = block.timestamp;
        vm.warp(time);
        enlisted = enlist(Role.VERIFIER, secret);
        vm.warp(present);
    }

    function enlistFor(bytes32 ownerId, uint256 secret) internal returns (Person memory enlisted) {
        uint256 present = block.timestamp;
        vm.warp(START - ACTIVATION_DELAY);
        enlisted = person(secret);
        enlisted.ownerId = ownerId;
        vm.prank(registrar);
        registry.registerAgent(enlisted.agent, ownerId, Role.VERIFIER, enlisted.key);
        vm.warp(present);
    }
}
