import type { OperatorName } from './operator-call.ts'

/** Roles of the escrow and its registry; the admin's is the contract's default one. */
export const keyRoles = ['DISPATCHER', 'REGISTRAR', 'GUARDIAN', 'ADMIN'] as const
export type KeyRole = (typeof keyRoles)[number]

/** The only role that each key of the service should hold. */
export const roleOfKey: Record<OperatorName, KeyRole> = { dispatcher: 'DISPATCHER', registrar: 'REGISTRAR' }
