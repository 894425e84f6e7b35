// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "./Fixture.sol";

contract ViewsTest is Fixture {
    function test_unknownIdsRevert() public {
        created();
        uint256[2] memory unknown = [uint256(0), 2];
        for (uint256 i; i < unknown.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(UnknownJob.selector, unknown[i]));
            escrow.job(unknown[i]);
            vm.expectRevert(abi.encodeWithSelector(UnknownJob.selector, unknown[i]));
            escrow.seats(unknown[i], 1);
            vm.expectRevert(abi.encodeWithSelector(UnknownJob.selector, unknown[i]));
            escrow.candidates(unknown[i], 1);
        }
    }

    function test_aJobIsFoundByClientAndRef() public {
        vm.assertEq(escrow.jobIdOf(client, keccak256("ref")), 0, "before");
        vm.assertEq(created(), escrow.jobIdOf(client, keccak256("ref")), "after");
        vm.assertEq(escrow.jobIdOf(stranger, keccak256("ref")), 0, "another client");
    }

    function test_anAttemptWithoutPanelHasNoSeats() public {
        uint256 id = submitted();
        vm.assertEq(escrow.seats(id, 1).length, 0, "unseated");
        vm.assertEq(escrow.seats(id, 9).length, 0, "no such attempt");
        vm.assertEq(escrow.candidates(id, 1).length, 0, "no candidates");
    }

    function test_theSigningDomainIsPublished() public view {
        (bytes1 fields, string memory name, string memory version, uint256 chainId, address verifier,,) =
            escrow.eip712Domain();
        vm.assertEq(bytes32(fields), bytes32(hex"0f"), "fields");
        vm.assertEq(keccak256(bytes(name)), keccak256("JobEscrow"), "name");
        vm.assertEq(keccak256(bytes(version)), keccak256("1"), "version");
        vm.assertEq(chainId, block.chainid, "chain");
        vm.assertEq(verifier, address(escrow), "contract");
    }

    function testFuzz_budgetIsRewardPlusEveryFeeOfEveryRound(uint128 reward, uint128 fee, uint8 n, uint8 rounds)
        public
        view
    {
        Terms memory wanted = terms();
        (wanted.reward, wanted.verifierFee, wanted.verifiers, wanted.maxAttempts) = (reward, fee, n, rounds);
        uint256 expected = uint256(reward) + uint256(fee) * uint256(n) * uint256(rounds);
        vm.assertEq(escrow.budget(wanted), expected, "budget");
    }

    function test_everyWalletAgentAndKeyIsUnknownAtFirst() public view {
        vm.assertEq(registry.ownerOf(stranger), bytes32(0), "owner");
        vm.assertEq(registry.agentOf(stranger).ownerId, bytes32(0), "agent");
        vm.assertEq(registry.agentOfKey(stranger), address(0), "key");
        vm.assertEq(escrow.owed(stranger), 0, "owed");
    }
}
