// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IJobEscrowTypes} from "./IJobEscrowTypes.sol";

/// @title When anyone may end an assignment or give out a job's money: one rule for its transitions and for who asks.
library Deadlines {
    uint64 internal constant NEVER = type(uint64).max;

    /// @dev The first second at which anyone may give out the money, and why; `NEVER` when the job holds none.
    function refund(IJobEscrowTypes.Job memory known, uint64 grace)
        internal
        pure
        returns (uint64 opensAt, IJobEscrowTypes.RefundCause cause)
    {
        IJobEscrowTypes.State state = known.state;
        if (state == IJobEscrowTypes.State.EXPIRED) return (0, IJobEscrowTypes.RefundCause.EXPIRED);
        if (state == IJobEscrowTypes.State.REJECTED) return (0, IJobEscrowTypes.RefundCause.REJECTED);
        uint64 openUntil = known.terms.openUntil;
        if (state == IJobEscrowTypes.State.OPEN) return (openUntil + 1, IJobEscrowTypes.RefundCause.UNASSIGNED);
        if (state == IJobEscrowTypes.State.ASSIGNED) {
            uint64 last = known.workBy > openUntil ? known.workBy : openUntil;
            return (last + 1, IJobEscrowTypes.RefundCause.UNDELIVERED);
        }
        if (state != IJobEscrowTypes.State.SUBMITTED) return (NEVER, IJobEscrowTypes.RefundCause.EXPIRED);
        if (known.verifyBy == 0) return (known.seatBy + 1, IJobEscrowTypes.RefundCause.UNSEATED);
        return (known.verifyBy + grace + 1, IJobEscrowTypes.RefundCause.UNDECIDED);
    }

    /// @dev The first second at which a stranger may release the assignment, and why.
    function release(IJobEscrowTypes.Job memory known)
        internal
        pure
        returns (uint64 opensAt, IJobEscrowTypes.ReleaseCause cause)
    {
        if (known.releaseAt != 0 && known.releaseAt < known.workBy) {
            return (known.releaseAt + 1, IJobEscrowTypes.ReleaseCause.NOTICE);
        }
        return (known.workBy + 1, IJobEscrowTypes.ReleaseCause.DEADLINE);
    }
}
