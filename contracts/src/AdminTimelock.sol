// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title The escrow's admin outside of the local stack: nothing it does comes less than two days after its notice.
contract AdminTimelock is TimelockController {
    uint256 public constant MIN_ADMIN_DELAY = 2 days;

    constructor(uint256 delay, address[] memory operators)
        TimelockController(delay, operators, operators, address(0))
    {}

    function getMinDelay() public view override returns (uint256) {
        return Math.max(super.getMinDelay(), MIN_ADMIN_DELAY);
    }
}
