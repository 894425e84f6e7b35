// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title The registry's admin outside of the local stack: nothing it does comes less than two days after its notice.
/// @notice One announces, another one carries out, and a third can stop it; none of them does two of these.
contract AdminTimelock is TimelockController {
    uint256 public constant MIN_ADMIN_DELAY = 2 days;

    error OperatorsNotDistinct(address proposer, address executor, address canceller);

    constructor(uint256 delay, address proposer, address executor, address canceller)
        TimelockController(delay, _only(proposer), _only(executor), address(0))
    {
        if (
            proposer == address(0) || executor == address(0) || canceller == address(0) || proposer == executor
                || proposer == canceller || executor == canceller
        ) {
            revert OperatorsNotDistinct(proposer, executor, canceller);
        }

        _revokeRole(CANCELLER_ROLE, proposer);
        _grantRole(CANCELLER_ROLE, canceller);
    }

    function getMinDelay() public view override returns (uint256) {
        return Math.max(super.getMinDelay(), MIN_ADMIN_DELAY);
    }

    function _only(address operator) private pure returns (address[] memory operators) {
        operators = new address[](1);
        operators[0] = operator;
    }
}
