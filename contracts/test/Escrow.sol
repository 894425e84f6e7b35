// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import {IJobEscrow} from "../src/IJobEscrow.sol";

/// @dev All of an escrow that can be called. Tests know no more of it, so they compile without its code.
interface Escrow is IJobEscrow, IAccessControl, IERC5267 {
    function batch(bytes[] calldata calls) external;

    function paused() external view returns (bool);

    function DISPATCHER_ROLE() external view returns (bytes32);

    function DEFAULT_ADMIN_ROLE() external view returns (bytes32);
}
