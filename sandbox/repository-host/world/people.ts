import type { Host } from '../context.ts'
import { announceInOrganization, announceInRepository } from '../hooks/events.ts'
import { toAccountJson } from '../json/account.ts'
import { type Account, deleteMembership, type MemberRole, memberRole, setMembership } from '../store/accounts.ts'
import {
  collaboratorRole,
  ownerOf,
  type Repository,
  type Role,
  removeCollaborator,
  setCollaborator,
} from '../store/repositories.ts'

/** Gives a person this role on a repository and announces it, unless they have it. */
export function changeCollaborator(host: Host, repository: Repository, user: Account, role: Role): void {
  const before = collaboratorRole(host.db, repository, user.id)
  if (before === role) return
  setCollaborator(host.db, repository.id, user.id, role)
  const changes = { permission: before ? { from: before, to: role } : { to: role } }
  announceMember(host, repository, user, before ? 'edited' : 'added', { changes })
}

/** Takes a person's role on a repository away and announces it; false when they had none. */
export function endCollaboration(host: Host, repository: Repository, user: Account): boolean {
  const existed = removeCollaborator(host.db, repository.id, user.id)
  if (existed) announceMember(host, repository, user, 'removed')
  return existed
}

/** Makes a person a member of an organisation, or changes their role there; only a new member is announced. */
export function changeMembership(host: Host, organization: Account, user: Account, role: MemberRole): void {
  const isNew = memberRole(host.db, organization.id, user.id) === undefined
  setMembership(host.db, organization.id, user.id, role)
  if (isNew) announceMembership(host, organization, user, role, 'member_added')
}

/** Removes a person from an organisation and announces it; false when they were no member. */
export function endMembership(host: Host, organization: Account, user: Account): boolean {
  const role = memberRole(host.db, organization.id, user.id)
  if (!role || !deleteMembership(host.db, organization.id, user.id)) return false
  announceMembership(host, organization, user, role, 'member_removed')
  return true
}

function announceMember(host: Host, repository: Repository, user: Account, action: string, details: object = {}) {
  announceInRepository(host, repository, {
    event: 'member',
    action,
    sender: ownerOf(host.db, repository),
    details: { member: toAccountJson(host, user), ...details },
  })
}

function announceMembership(host: Host, organization: Account, user: Account, role: MemberRole, action: string) {
  const membership = {
    url: `${host.apiUrl}/orgs/${organization.login}/memberships/${user.login}`,
    state: 'active',
    role: role === 'admin' ? 'admin' : 'member',
    user: toAccountJson(host, user),
  }
  announceInOrganization(host, organization, { event: 'organization', action, details: { membership } })
}
