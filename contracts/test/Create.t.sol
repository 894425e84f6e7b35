// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Fixture} from "./Fixture.sol";

/// @dev Titles 5 (fees prefunded for n x maxAttempts) and 9 (fundBy, bounds in the contract).
contract CreateTest is Fixture {
    function test_revertsWithoutCommitments() public {
        Terms memory wanted = terms();
        wanted.ref = 0;
        refuses(wanted, "ref", 0);

        wanted = terms();
        wanted.taskCommitment = 0;
        refuses(wanted, "taskCommitment", 0);

        wanted = terms();
        wanted.policyCommitment = 0;
        refuses(wanted, "policyCommitment", 0);
    }

    function test_revertsBelowTheMinimumReward() public {
        Terms memory wanted = terms();
        wanted.reward = 999_999;
        refuses(wanted, "reward", 999_999);

        wanted.reward = 1_000_000;
        accepts(wanted);
    }

    function test_revertsWithoutOrWithTooManyVerifiers() public {
        Terms memory wanted = terms();
        wanted.verifiers = 0;
        refuses(wanted, "verifiers", 0);

        wanted.verifiers = 8;
        wanted.quorum = 5;
        refuses(wanted, "verifiers", 8);

        wanted.verifiers = 7;
        accepts(wanted);
    }

    function test_title4_revertsUnlessQuorumIsAMajorityOfThePanel() public {
        for (uint8 n = 1; n <= 7; ++n) {
            for (uint8 q; q <= 8; ++q) {
                Terms memory wanted = terms();
                wanted.ref = keccak256(abi.encode(n, q));
                (wanted.verifiers, wanted.quorum) = (n, q);
                if (q > n / 2 && q <= n) accepts(wanted);
                else refuses(wanted, "quorum", q);
            }
        }
    }

    function test_revertsWithoutOrWithTooManyAttempts() public {
        Terms memory wanted = terms();
        wanted.maxAttempts = 0;
        refuses(wanted, "maxAttempts", 0);

        wanted.maxAttempts = 6;
        refuses(wanted, "maxAttempts", 6);

        wanted.maxAttempts = 5;
        accepts(wanted);
    }

    function test_revertsForAShareAboveTheWholeReward() public {
        Terms memory wanted = terms();
        wanted.silenceShareBps = 10_001;
        refuses(wanted, "silenceShareBps", 10_001);

        wanted.silenceShareBps = 10_000;
        accepts(wanted);
    }

    function test_title9_revertsForWindowsOutsideTheirBounds() public {
        Terms memory wanted = terms();
        wanted.workWindow = MIN_WINDOW - 1;
        refuses(wanted, "workWindow", MIN_WINDOW - 1);
        wanted.workWindow = 30 days + 1;
        refuses(wanted, "workWindow", 30 days + 1);

        wanted.workWindow = 30 days;
        wanted.verificationWindow = MIN_WINDOW - 1;
        refuses(wanted, "verificationWindow", MIN_WINDOW - 1);
        wanted.verificationWindow = 30 days + 1;
        refuses(wanted, "verificationWindow", 30 days + 1);

        wanted.verificationWindow = 30 days;
        accepts(wanted);
        (wanted.ref, wanted.workWindow, wanted.verificationWindow) = (keccak256("other"), MIN_WINDOW, MIN_WINDOW);
        accepts(wanted);
    }

    function test_title9_fundByIsTheLastSecondThatCreates() public {
        Terms memory wanted = terms();
        vm.warp(wanted.fundBy + 1);
        expectTooLate(wanted.fundBy);
        createdWith(wanted);

        vm.warp(wanted.fundBy);
        accepts(wanted);
    }

    function test_title9_revertsUnlessOpenAfterFundByAndWithinHalfAYear() public {
        Terms memory wanted = terms();
        wanted.openUntil = wanted.fundBy;
        refuses(wanted, "openUntil", wanted.openUntil);
        wanted.openUntil = START + 180 days + 1;
        refuses(wanted, "openUntil", wanted.openUntil);

        wanted.openUntil = START + 180 days;
        accepts(wanted);
        (wanted.ref, wanted.openUntil) = (keccak256("other"), wanted.fundBy + 1);
        accepts(wanted);
    }

    function test_revertsForARefThatTheClientUsedEvenAfterTheJobEnded() public {
        uint256 id = created();
        vm.prank(client);
        escrow.cancel(id);

        vm.expectRevert(abi.encodeWithSelector(RefUsed.selector, client, keccak256("ref"), id));
        created();
    }

    function test_revertsWhilePaused() public {
        vm.prank(guardian);
        escrow.pause();

        vm.expectRevert(abi.encodeWithSignature("EnforcedPause()"));
        created();
    }

    function test_revertsWithoutTheWholeAllowance() public {
        vm.prank(client);
        IERC20(money).approve(address(escrow), BUDGET - 1);

        vm.expectRevert(
            abi.encodeWithSignature(
                "ERC20InsufficientAllowance(address,uint256,uint256)", address(escrow), BUDGET - 1, BUDGET
            )
        );
        created();
        vm.assertEq(escrow.jobCount(), 0, "no job");
        vm.assertEq(escrow.jobIdOf(client, keccak256("ref")), 0, "ref still free");
    }

    function test_title5_locksRewardAndTheFeesOfEveryRound() public {
        Terms memory wanted = terms();
        uint256 before = balance(client);
        vm.assertEq(escrow.budget(wanted), BUDGET, "budget");

        expectEvent();
        emit JobCreated(1, client, wanted.ref, wanted, BUDGET);
        uint256 id = createdWith(wanted);
        vm.snapshotGasLastCall("JobEscrow", "createJob");

        vm.assertEq(id, 1, "ids start at one");
        vm.assertEq(before - balance(client), BUDGET, "pulled");
        vm.assertEq(balance(address(escrow)), BUDGET, "locked");
        Job memory made = escrow.job(id);
        vm.assertEq(uint256(made.state), uint256(State.OPEN), "state");
        vm.assertEq(made.client, client, "client");
        vm.assertEq(made.createdAt, START, "createdAt");
        vm.assertEq(made.held, BUDGET, "held");
        vm.assertEq(made.attempt, 0, "attempt");
        vm.assertEq(made.rounds, 0, "rounds");
        vm.assertEq(keccak256(abi.encode(made.terms)), keccak256(abi.encode(wanted)), "terms");
    }

    function test_aRefIsFreeForAnotherClient() public {
        uint256 first = created();
        TestToken(money).mint(stranger, BUDGET);
        vm.prank(stranger);
        IERC20(money).approve(address(escrow), BUDGET);
        vm.prank(stranger);
        uint256 second = escrow.createJob(terms());

        vm.assertEq(first, escrow.jobIdOf(client, keccak256("ref")), "first");
        vm.assertEq(second, escrow.jobIdOf(stranger, keccak256("ref")), "second");
        vm.assertEq(escrow.jobCount(), 2, "count");
    }

    function testFuzz_locksExactlyTheBudget(uint128 reward, uint128 fee, uint8 n, uint8 q, uint8 rounds) public {
        Terms memory wanted = terms();
        wanted.reward = uint128(bound(reward, 1_000_000, type(uint128).max));
        wanted.verifierFee = fee;
        wanted.verifiers = uint8(bound(n, 1, 7));
        wanted.quorum = uint8(bound(q, wanted.verifiers / 2 + 1, wanted.verifiers));
        wanted.maxAttempts = uint8(bound(rounds, 1, 5));
        uint256 expected =
            uint256(wanted.reward) + uint256(fee) * uint256(wanted.verifiers) * uint256(wanted.maxAttempts);
        TestToken(money).mint(client, expected);

        uint256 id = createdWith(wanted);

        vm.assertEq(escrow.job(id).held, expected, "held");
        vm.assertEq(balance(address(escrow)), expected, "balance");
    }

    function refuses(Terms memory wanted, bytes32 name, uint256 value) internal {
        vm.expectRevert(abi.encodeWithSelector(InvalidTerm.selector, name, value));
        createdWith(wanted);
    }

    function accepts(Terms memory wanted) internal {
        TestToken(money).mint(client, 1_000_000_000);
        assertState(createdWith(wanted), State.OPEN);
    }
}

interface TestToken {
    function mint(address to, uint256 amount) external;
}
