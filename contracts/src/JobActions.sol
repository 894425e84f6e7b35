// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {Deadlines} from "./Deadlines.sol";
import {IJobEscrow} from "./IJobEscrow.sol";
import {IJobEscrowTypes} from "./IJobEscrowTypes.sol";

/// @title What a job admits next, from the same deadlines that its transitions compare with.
/// @notice Beside the escrow, which has no room for it; made by the escrow and reading nothing but it and its registry.
contract JobActions is IJobEscrowTypes {
    IJobEscrow public immutable escrow;

    constructor(IJobEscrow escrow_) {
        escrow = escrow_;
    }

    /// @notice What can be done with this job, now or later without another act first, by whom, from when and until when.
    /// Reverts for an unknown id.
    function allowedActions(uint256 id) external view returns (Action[] memory actions) {
        Job memory known = escrow.job(id);
        uint64 grace = escrow.GRACE();
        actions = new Action[](6);
        uint256 count;
        (uint64 refundAt,) = Deadlines.refund(known, grace);

        if (known.state == State.OPEN) {
            count = _push(actions, count, ActionKind.ASSIGN, Caller.DISPATCHER, 0, known.terms.openUntil);
            if (count == 1 && Pausable(address(escrow)).paused()) actions[0].open = false;
            count = _push(actions, count, ActionKind.CANCEL, Caller.CLIENT, 0, Deadlines.NEVER);
        } else if (known.state == State.ASSIGNED) {
            count = _pushAssigned(actions, known);
        } else if (known.state == State.SUBMITTED && known.verifyBy == 0) {
            count = _push(actions, count, ActionKind.SEAT, Caller.DISPATCHER, 0, known.seatBy);
        } else if (known.state == State.SUBMITTED) {
            count = _push(actions, count, ActionKind.ATTEST, Caller.ANYONE, 0, known.verifyBy + grace);
            if (known.namings < escrow.MAX_NAMINGS()) {
                count = _push(actions, count, ActionKind.ADD_ALTERNATES, Caller.DISPATCHER, 0, known.verifyBy);
            }
        }
        if (refundAt != Deadlines.NEVER) {
            count = _push(actions, count, ActionKind.CLAIM_REFUND, Caller.ANYONE, refundAt, Deadlines.NEVER);
        }

        assembly ("memory-safe") {
            mstore(actions, count)
        }
    }

    function _pushAssigned(Action[] memory actions, Job memory known) private view returns (uint256 count) {
        // A compromised key signs neither result nor objection, ever; the agent's wallet still gives the job back.
        bool signs = !escrow.registry().isCompromised(known.key);
        if (signs) count = _push(actions, count, ActionKind.SUBMIT, Caller.AGENT, 0, known.workBy);
        if (known.releaseAt != 0) {
            if (signs) count = _push(actions, count, ActionKind.OBJECT_RELEASE, Caller.AGENT, 0, known.releaseAt);
        } else if (!known.objected) {
            count = _push(actions, count, ActionKind.REQUEST_RELEASE, Caller.DISPATCHER, 0, Deadlines.NEVER);
        }
        (uint64 releaseFrom,) = Deadlines.release(known);
        count = _push(actions, count, ActionKind.RELEASE, Caller.AGENT, 0, Deadlines.NEVER);
        count = _push(actions, count, ActionKind.RELEASE, Caller.ANYONE, releaseFrom, Deadlines.NEVER);
    }

    /// @dev Leaves out what can never be done again.
    function _push(
        Action[] memory actions,
        uint256 count,
        ActionKind kind,
        Caller caller,
        uint64 opensAt,
        uint64 closesAt
    ) private view returns (uint256) {
        if (block.timestamp > closesAt) return count;

        actions[count] = Action(kind, caller, opensAt, closesAt, block.timestamp >= opensAt);
        return count + 1;
    }
}
