// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Batch} from "../src/Batch.sol";
import {Vm} from "./Base.sol";
import {Fixture} from "./Fixture.sol";
import {ReentrantToken} from "./HostileTokens.sol";

/// @dev Many calls in one transaction: each stands or fails alone, and none reaches the others' gas or effects.
contract BatchTest is Fixture {
    event CallFailed(address indexed caller, uint256 indexed index, bytes reason);

    Unruly internal unruly = new Unruly();

    function test_everyEntryActsInTheCallersName() public {
        bytes[] memory calls = new bytes[](2);
        Terms memory wanted = terms();
        calls[0] = abi.encodeCall(escrow.createJob, (wanted));
        wanted.ref = keccak256("second");
        calls[1] = abi.encodeCall(escrow.createJob, (wanted));
        vm.prank(client);
        escrow.batch(calls);

        vm.assertEq(escrow.job(1).client, client, "first");
        vm.assertEq(escrow.job(2).client, client, "second");
    }

    function test_twentyAssignmentsInOneTransaction() public {
        bytes[] memory calls = new bytes[](20);
        for (uint256 i; i < 20; ++i) {
            calls[i] = abi.encodeCall(escrow.assign, (createdAs(i), workers[0].agent, DRAW));
        }
        vm.prank(dispatcher);
        escrow.batch(calls);
        vm.snapshotGasLastCall("JobEscrow", "batch of 20 assignments");

        for (uint256 id = 1; id <= 20; ++id) {
            assertState(id, State.ASSIGNED);
        }
    }

    function test_fiveAttestationsInOneTransaction() public {
        bytes[] memory calls = new bytes[](5);
        for (uint256 i; i < 5; ++i) {
            uint256 id = createdAs(i);
            assign(id, workers[0]);
            submit(id, workers[0]);
            seat(id, 1);
            (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 3, true);
            calls[i] = abi.encodeCall(escrow.attest, (id, 1, verdicts, signatures));
        }
        vm.prank(stranger);
        escrow.batch(calls);
        vm.snapshotGasLastCall("JobEscrow", "batch of 5 attestations");

        for (uint256 id = 1; id <= 5; ++id) {
            assertState(id, State.SETTLED);
        }
        vm.assertEq(balance(workers[0].agent), 5 * uint256(REWARD), "rewards");
    }

    function test_aFailedEntryIsReportedAndUndoesNoOther() public {
        uint256 first = createdAs(1);
        uint256 second = createdAs(2);
        bytes[] memory calls = new bytes[](3);
        calls[0] = abi.encodeCall(escrow.assign, (first, workers[0].agent, DRAW));
        calls[1] = abi.encodeCall(escrow.assign, (first, workers[1].agent, DRAW));
        calls[2] = abi.encodeCall(escrow.assign, (second, workers[1].agent, DRAW));
        expectEvent();
        emit CallFailed(dispatcher, 1, abi.encodeWithSelector(WrongState.selector, first, State.ASSIGNED, State.OPEN));
        vm.prank(dispatcher);
        escrow.batch(calls);

        vm.assertEq(escrow.job(first).agent, workers[0].agent, "first");
        vm.assertEq(escrow.job(second).agent, workers[1].agent, "second");
    }

    function test_noRightComesFromABatch() public {
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeCall(escrow.assign, (created(), workers[0].agent, DRAW));
        calls[1] = abi.encodeCall(escrow.cancel, (1));
        vm.recordLogs();
        vm.prank(stranger);
        escrow.batch(calls);

        vm.assertEq(vm.getRecordedLogs().length, 2, "both are reported");
        assertState(1, State.OPEN);
    }

    function test_aBatchInABatchIsReportedAndNotRun() public {
        uint256 id = created();
        bytes[] memory inner = new bytes[](1);
        inner[0] = abi.encodeCall(escrow.cancel, (id));
        bytes[] memory calls = new bytes[](1);
        calls[0] = abi.encodeCall(escrow.batch, (inner));
        expectEvent();
        emit CallFailed(client, 0, abi.encodeWithSelector(Batch.BatchInBatch.selector));
        vm.prank(client);
        escrow.batch(calls);

        assertState(id, State.OPEN);
    }

    function test_onlyFunctionsOfTheContractAreReached() public {
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeWithSignature("transfer(address,uint256)", stranger, 1);
        calls[1] = hex"01";
        vm.recordLogs();
        vm.prank(client);
        escrow.batch(calls);
        vm.assertEq(vm.getRecordedLogs().length, 2, "both are reported");
    }

    function test_takesNoNativeMoney() public {
        (bool success,) = address(escrow).call{value: 1}(abi.encodeCall(escrow.batch, (new bytes[](0))));
        vm.assertTrue(!success, "not payable");
    }

    function test_theRegistryTakesBatchesToo() public {
        bytes[] memory calls = new bytes[](3);
        calls[0] = abi.encodeCall(registry.registerOwner, (stranger, keccak256("owner")));
        calls[1] = abi.encodeCall(registry.registerOwner, (stranger, keccak256("another owner")));
        calls[2] = abi.encodeCall(registry.revokeAgent, (workers[0].agent));
        expectRegistryEvent();
        emit CallFailed(
            registrar, 1, abi.encodeWithSelector(OwnerAlreadyRegistered.selector, stranger, keccak256("owner"))
        );
        vm.prank(registrar);
        registry.batch(calls);

        vm.assertEq(registry.ownerOf(stranger), keccak256("owner"), "the first stands");
        vm.assertEq(registry.agentOf(workers[0].agent).revokedFrom, START + REVOCATION_DELAY, "so does the third");
    }

    // An entry that takes what belongs to the others.

    function test_anEntryThatBurnsAllGasLeavesTheOthersTheirShare() public {
        bytes[] memory calls = new bytes[](4);
        calls[0] = abi.encodeCall(unruly.note, ());
        calls[1] = abi.encodeCall(unruly.burn, ());
        calls[2] = abi.encodeCall(unruly.note, ());
        calls[3] = abi.encodeCall(unruly.burn, ());
        vm.recordLogs();
        unruly.batch{gas: 400_000}(calls);

        vm.assertEq(unruly.notes(), 2, "both others ran");
        vm.assertEq(vm.getRecordedLogs().length, 2, "and both burners are reported");
    }

    function test_anEntryThatAnswersAtLengthIsCutShort() public {
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeCall(unruly.babble, (100_000));
        calls[1] = abi.encodeCall(unruly.note, ());
        vm.expectEmit(true, true, true, true, address(unruly));
        emit CallFailed(address(this), 0, new bytes(256));
        unruly.batch{gas: 500_000}(calls);
        vm.assertEq(unruly.notes(), 1, "the other ran");
    }

    function test_aBatchWithTooLittleGasDoesNothing() public {
        bytes[] memory calls = new bytes[](4);
        for (uint256 i; i < 4; ++i) {
            calls[i] = abi.encodeCall(unruly.note, ());
        }
        vm.expectPartialRevert(Batch.OutOfBatchGas.selector);
        unruly.batch{gas: 39_000}(calls);
        vm.assertEq(unruly.notes(), 0, "none ran");
    }

    function testFuzz_whateverTheGasEveryEntryIsDoneOrReported(uint256 gasLimit) public {
        bytes[] memory calls = new bytes[](5);
        for (uint256 i; i < 5; ++i) {
            calls[i] = i % 2 == 0 ? abi.encodeCall(unruly.note, ()) : abi.encodeCall(unruly.burn, ());
        }
        vm.recordLogs();
        (bool success,) =
            address(unruly).call{gas: bound(gasLimit, 20_000, 2_000_000)}(abi.encodeCall(unruly.batch, (calls)));

        vm.assertEq(unruly.notes() + vm.getRecordedLogs().length, success ? 5 : 0, "each once, or none at all");
    }

    function createdAs(uint256 number) internal returns (uint256) {
        Terms memory wanted = terms();
        wanted.ref = keccak256(abi.encode("job", number));
        return createdWith(wanted);
    }
}

/// @dev A token that calls back through a batch while it is paid out.
contract ReentrantBatchTest is Fixture {
    function makeToken() internal override returns (address) {
        return address(new ReentrantToken());
    }

    function test_aBatchFromWithinAPaymentMovesNoMoney() public {
        uint256 id = created();
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeCall(escrow.claimRefund, (id));
        calls[1] = abi.encodeCall(escrow.collect, (client));
        ReentrantToken(money).arm(address(escrow), abi.encodeCall(escrow.batch, (calls)));
        bytes[] memory own = new bytes[](1);
        own[0] = abi.encodeCall(escrow.cancel, (id));
        uint256 before = balance(client);
        vm.recordLogs();
        vm.prank(client);
        escrow.batch(own);

        vm.assertEq(balance(client) - before, BUDGET, "paid once");
        vm.assertEq(balance(address(escrow)), 0, "nothing else moved");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 reported;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != keccak256("CallFailed(address,uint256,bytes)")) continue;
            vm.assertEq(logs[i].topics[1], bytes32(uint256(uint160(money))), "not an entry of the client's batch");
            ++reported;
        }
        vm.assertEq(reported, 2, "both are refused by the guard");
        assertState(id, State.CANCELLED);
    }
}

contract Unruly is Batch {
    uint256 public notes;

    function note() external {
        ++notes;
    }

    function burn() external pure {
        while (true) {}
    }

    function babble(uint256 length) external pure {
        assembly {
            revert(mload(0x40), length)
        }
    }
}
