// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AgentRegistry} from "../src/AgentRegistry.sol";
import {IJobEscrowTypes} from "../src/IJobEscrowTypes.sol";
import {Escrow} from "./Escrow.sol";
import {Base} from "./Base.sol";
import {Shadow} from "./Shadow.sol";
import {Walker} from "./Walker.sol";

/// @dev What holds after any walk. That every act is admitted exactly when the table says so, and that every payee is the
/// client, the assigned agent or a seated agent, is asserted by the walker at each step.
contract InvariantTest is Base, IJobEscrowTypes {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    Walker internal walker;
    AgentRegistry internal registry;
    Escrow internal escrow;
    bool[10] private _reached;

    function setUp() public {
        walker = new Walker();
        walker.setUp();
        (registry, escrow) = (walker.theRegistry(), walker.theEscrow());
        target(address(walker));
    }

    function targetSelectors() public view returns (FuzzSelector[] memory wanted) {
        bytes4[] memory selectors = new bytes4[](11);
        for (uint256 i; i < 7; ++i) {
            selectors[i] = walker.step.selector;
        }
        selectors[7] = walker.wait.selector;
        selectors[8] = walker.toggleBlock.selector;
        selectors[9] = walker.tryCollect.selector;
        selectors[10] = walker.tryCompromise.selector;
        wanted = new FuzzSelector[](1);
        wanted[0] = FuzzSelector(address(walker), selectors);
    }

    /// @dev The walk is worth something only if it gets everywhere.
    function test_walksReachEveryState() public {
        for (uint256 seed; seed < 900; ++seed) {
            if (seed % 150 == 0) setUp();
            walker.step(seed);
            for (uint256 i; i < 10; ++i) {
                if (walker.reached(State(i)) > 0) _reached[i] = true;
            }
        }
        for (uint256 i = 1; i < 10; ++i) {
            vm.assertTrue(_reached[i], "every state but NONE");
        }
    }

    function invariant_heldAndOwedAreCoveredAndEveryJobAddsUp() public view {
        uint256 held;
        for (uint256 id = 1; id <= walker.jobs(); ++id) {
            Shadow.Twin memory t = walker.twinOf(id);
            uint256 holds = escrow.job(id).held;
            held += holds;
            vm.assertEq(t.budget, holds + t.feesPaid + t.rewardPaid + t.returned, "in = held + out");
        }
        vm.assertEq(
            held + walker.owedInAll(), escrow.token().balanceOf(address(escrow)), "held and owed are what is there"
        );
    }

    function invariant_rewardAtMostOnceAndFeesWithinTheRounds() public view {
        for (uint256 id = 1; id <= walker.jobs(); ++id) {
            Shadow.Twin memory t = walker.twinOf(id);
            State state = escrow.job(id).state;
            uint256 earned = state == State.SETTLED ? t.reward : 0;
            if (state == State.LAPSED) earned = t.reward * t.share / 10_000;
            vm.assertEq(t.rewardPaid, earned, "reward with settlement, its share with a lapse, once");
            vm.assertLe(t.feesPaid, t.fee * t.n * t.rounds, "fees");
            vm.assertLe(t.rounds, t.maxAttempts, "rounds");
            if (state == State.OPEN) vm.assertTrue(t.rounds < t.maxAttempts, "an open job has a round left");
            if (isEnded(id)) {
                vm.assertEq(escrow.job(id).held, 0, "an ended job holds nothing");
            }
        }
    }

    function invariant_noTwoSeatsOfOneOwnerAndNoneTheWorkersOrTheClients() public view {
        for (uint256 id = 1; id <= walker.jobs(); ++id) {
            Job memory judged = escrow.job(id);
            Candidate[] memory named = escrow.candidates(id, judged.attempt);
            bytes32[] memory owners = new bytes32[](2 + named.length);
            (owners[0], owners[1]) = (judged.agentOwner, registry.ownerOf(judged.client));
            for (uint256 i; i < named.length; ++i) {
                owners[2 + i] = registry.agentOf(named[i].agent).ownerId;
            }
            if (named.length > 0) assertDistinct(owners);
        }
    }

    /// @dev The sole exception is left out: after an unopposed notice a result may still beat the release. An objection
    /// answers the notice, so it is held against the release that the notice opens, not against the one by deadline.
    function invariant_noActAndItsExitShareASecond() public {
        for (uint256 id = 1; id <= walker.jobs(); ++id) {
            State state = escrow.job(id).state;
            bool refund = walker.probe(id, ActionKind.CLAIM_REFUND);
            if (state == State.OPEN) exclusive(refund, walker.probe(id, ActionKind.ASSIGN));
            if (state == State.SUBMITTED) {
                exclusive(refund, walker.probe(id, ActionKind.SEAT));
                exclusive(refund, walker.probe(id, ActionKind.ATTEST));
            }
            if (state == State.ASSIGNED) {
                bool release = walker.probe(id, ActionKind.RELEASE);
                bool submit = walker.probe(id, ActionKind.SUBMIT);
                exclusive(refund, submit);
                Job memory running = escrow.job(id);
                bool late = block.timestamp > running.workBy;
                if (!late) exclusive(release, walker.probe(id, ActionKind.OBJECT_RELEASE));
                if (late || running.releaseAt == 0) exclusive(release, submit);
            }
        }
    }

    /// @dev Everybody else is gone: time and a stranger's calls alone end every job, and within the worst-case lock.
    function invariant_aStrangerEndsEveryJobByTimeAlone() public {
        // Each look costs thousands of calls: one in ten places of the walk is enough.
        if (walker.steps() % 10 != 0) return;

        for (uint256 id = 1; id <= walker.jobs(); ++id) {
            uint256 snapshot = vm.snapshotState();
            Shadow.Twin memory t = walker.twinOf(id);
            uint256 bound =
                t.openUntil + t.workWindow + escrow.SEAT_WINDOW() + 4 * t.verificationWindow + escrow.GRACE() + 1;
            if (bound < block.timestamp) bound = block.timestamp;
            bool ended = isEnded(id);
            while (!ended && block.timestamp <= bound) {
                if (walker.strangersMove(id, ActionKind.CLAIM_REFUND)) break;
                walker.strangersMove(id, ActionKind.RELEASE);
                vm.warp(block.timestamp + 1);
            }
            vm.assertTrue(isEnded(id), "ended in time");
            vm.assertEq(escrow.job(id).held, 0, "held");
            vm.revertToStateAndDelete(snapshot);
        }
    }

    function exclusive(bool exit, bool deed) private pure {
        vm.assertTrue(!(exit && deed), "both in one second");
    }

    function isEnded(uint256 id) private view returns (bool) {
        State state = escrow.job(id).state;
        return state >= State.SETTLED;
    }

    function assertDistinct(bytes32[] memory owners) private pure {
        for (uint256 i; i < owners.length; ++i) {
            for (uint256 k; k < i; ++k) {
                vm.assertTrue(owners[i] != owners[k], "independent owners");
            }
        }
    }
}
