import type { AwanClient } from '@awan/client'
import type { AccountCentre } from '@awan/client/account-centre'
import type { Admin } from '@awan/client/admin'
import type { WaysIn } from '@awan/client/ways-in'

/** A method of the client, the call that it makes, and something right to give it. */
export type CallRow = [method: string, endpoint: string, ...args: unknown[]]

export interface Parts {
  client: AwanClient
  waysIn: WaysIn
  centre: AccountCentre
  admin: Admin
}

const sudo_token = 'sudo-1'
/** What links may be on a server. */
const linkPolicy = { enabled: true, needs_password: true, max_days: 30, open_names: false }

const sudo = { sudo_token }
const verification_token = 'verified'
const email = 'ana@example.org'
const used = {
  id: 'key',
  rawId: 'key',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
}
const made = { ...used, response: { clientDataJSON: 'e30', attestationObject: 'AA' } }
const redirect_uri = 'https://app.test/back'
const provider_id = 'google'
const provider_token = 'provider-1'
const visit = { provider_id, redirect_uri, state: 's' }

/** Everything that the client can ask of an account server. */
export const calls: Readonly<Record<keyof Parts, readonly CallRow[]>> = {
  client: [
    ['verification.send', 'sendVerification', { email, usage: 'SIGN_IN' }],
    ['verification.verify', 'checkVerification', { verification_id: 'v', verification_code: '1' }],
    ['signUp.withContact', 'signUp', { email, verification_token, password: 'long enough' }],
    ['signUp.anonymously', 'signUpAnonymously'],
    ['signIn.withPassword', 'signIn', { username: email, password: 'secret' }],
    ['signIn.withCode', 'signIn', { username: email, verification_token, trust_device: true }],
    ['signIn.withProvider', 'signInWithProvider', { provider_token }],
    ['signIn.withToken', 'signInWithToken', { signin_token: 's' }],
    ['signIn.withAuthorizationCode', 'grantToken', { code: 'c', redirect_uri }],
    ['signIn.through', 'restoreAccount', '/v1/auth/restore', { restore_token: 'r' }],
    ['password.reset', 'resetPassword', { email, verification_token, new_password: 'long enough' }],
    ['password.set', 'setPassword', { new_password: 'long enough', sudo_token }],
    ['device.start', 'startDevice', { scope: 'user' }],
    ['device.authorize', 'authorizeDevice', { user_code: 'WDJB-MJHT' }],
    ['providers.uri', 'getProviderUri', visit],
    ['providers.grantToken', 'grantProviderToken', { provider_id, provider_code: 'c' }],
    ['providers.patchToken', 'patchProviderToken', { provider_token, provider_params: { a: 'b' } }],
    ['providers.bind', 'bindProvider', { provider_token }],
    ['providers.list', 'listProviders'],
    ['providers.unbind', 'unbindProvider', provider_id],
    ['providers.transfer', 'transferProvider', provider_id, { trans_token: 't' }],
    ['providers.transferByProvider', 'transferByProvider', { provider_token }],
    ['user.me', 'getMe'],
    ['user.update', 'updateProfile', { name: 'Ana' }],
    ['user.query', 'queryUsers', { id: ['u1'] }],
    ['user.sudo', 'grantSudo', { password: 'secret' }],
    ['user.deletionEligibility', 'getDeletionEligibility'],
    ['user.remove', 'deleteMe', sudo],
    ['user.bindContact', 'bindContact', { email, verification_token, sudo_token }],
    ['authorization.grant', 'authorizeApp', { client_id: 'app', redirect_uri }],
    ['authorization.info', 'getAuthorizeInfo', { client_id: 'app' }],
    ['authorization.detect', 'detectAuthorization', { client_id: 'app' }],
    ['session.introspect', 'introspectToken'],
    ['session.refresh', 'grantToken'],
    ['signOut', 'revokeToken'],
  ],
  waysIn: [
    ['passkey.options', 'getPasskeySignInOptions'],
    ['passkey.signIn', 'signInWithPasskey', { credential: used }],
    ['captcha.start', 'startPictureCaptcha', { action: 'POST:/v1/auth/signin', meta: { email } }],
    ['captcha.check', 'checkPictureCaptcha', { token: 't', key: 'k7pq' }],
    ['server', 'getServerFacts'],
    ['providers', 'listSignInProviders'],
    ['beginSecondStep', 'beginSecondStep', { two_factor_token: 't', method: 'EMAIL' }],
    ['inspectSignInToken', 'inspectSignInToken', { signin_token: 's' }],
    ['restore', 'restoreAccount', { restore_token: 'r' }],
    ['mergeAnonymous', 'mergeAnonymous', { anonymous_token: 'a', folder_name: 'From here' }],
  ],
  centre: [
    ['sessions.list', 'listSessions'],
    ['sessions.access', 'introspectToken'],
    ['sessions.end', 'endSession', 's1'],
    ['sessions.endOthers', 'endOtherSessions'],
    ['sessions.endThis', 'signOut', { redirect_uri, state: 's' }],
    ['sessions.inspectEnd', 'inspectSignOut', { request: 'r' }],
    ['trustedDevices.list', 'listTrustedDevices'],
    ['trustedDevices.forget', 'revokeTrustedDevice', 'd1'],
    ['trustedDevices.forgetAll', 'revokeTrustedDevices'],
    ['appPasswords.list', 'listAppPasswords'],
    ['appPasswords.create', 'createAppPassword', { name: 'Laptop', read_only: true, sudo_token }],
    ['appPasswords.rename', 'renameAppPassword', 'p1', { name: 'Phone' }],
    ['appPasswords.remove', 'revokeAppPassword', 'p1'],
    ['appPasswords.removeAll', 'revokeAppPasswords'],
    ['appPasswords.inspectLogin', 'inspectAppLogin', { token: 't' }],
    ['appPasswords.approveLogin', 'approveAppLogin', { token: 't', sudo_token }],
    ['appPasswords.refuseLogin', 'refuseAppLogin', { token: 't' }],
    ['twoFactor.state', 'getTwoFactor'],
    ['twoFactor.startTotp', 'startTotp', sudo],
    ['twoFactor.confirmTotp', 'confirmTotp', { setup_token: 't', code: '123456', sudo_token }],
    ['twoFactor.enable', 'enableTwoFactor', { method: 'SMS', sudo_token }],
    ['twoFactor.disable', 'disableTwoFactor', { method: 'TOTP', sudo_token }],
    ['twoFactor.disableAll', 'disableAllTwoFactors', sudo],
    ['twoFactor.renewRecoveryCodes', 'renewRecoveryCodes', sudo],
    ['passkeys.creationOptions', 'getPasskeyCreationOptions', sudo],
    ['passkeys.add', 'addPasskey', { credential: made, name: 'Laptop', sudo_token }],
    ['passkeys.list', 'listPasskeys'],
    ['passkeys.rename', 'renamePasskey', 'key', { name: 'Phone' }],
    ['passkeys.remove', 'removePasskey', 'key', sudo],
    ['authorizedApps.list', 'listAuthorizedApps'],
    ['authorizedApps.revoke', 'revokeAuthorizedApp', 'app'],
    ['exports.start', 'startExport', sudo],
    ['exports.get', 'getExport', 'e1'],
    ['exports.download', 'getExportContent', 'e1'],
    ['profile.setPicture', 'setPicture', { content: 'iVBORw0KGgo=' }],
    ['profile.removePicture', 'removePicture'],
    ['profile.removeContact', 'removeContact', { kind: 'phone', sudo_token }],
    ['sudoProofs.passkeyOptions', 'getSudoPasskeyOptions'],
    [
      'sudoProofs.beginVisit',
      'beginSudoVisit',
      { ...visit, code_challenge: 'c', code_challenge_method: 'S256' },
    ],
    [
      'sudoProofs.finishVisit',
      'finishSudoVisit',
      {
        provider_id,
        provider_code: 'c',
        provider_redirect_uri: redirect_uri,
        code_verifier: 'v',
      },
    ],
    ['history', 'getSecurityHistory', { page_size: 20 }],
    ['inspectDevice', 'inspectDevice', { user_code: 'WDJB-MJHT' }],
    ['createSignInToken', 'createSignInToken', { for_client_id: 'awan-web' }],
  ],
  admin: [
    ['users.search', 'searchUsers', { query: 'ana', administrators: 'false', limit: 10 }],
    ['users.get', 'inspectUser', 'u1'],
    ['users.setStatus', 'setUserStatus', 'u1', { status: 'FROZEN', reason: 'why', sudo_token }],
    ['users.requirePasswordReset', 'requirePasswordReset', 'u1', { reason: 'why', sudo_token }],
    ['users.turnOffSecondStep', 'turnOffSecondStep', 'u1', sudo],
    ['users.endSessions', 'endUserSessions', 'u1', sudo],
    ['users.revokeAppPassword', 'revokeUserAppPassword', 'u1', 'p1', sudo],
    ['users.setAdministrator', 'setAdministrator', 'u1', { is_administrator: true, sudo_token }],
    ['users.remove', 'deleteUser', 'u1', sudo],
    ['groups.list', 'listGroups', { limit: 10 }],
    ['groups.get', 'getGroup', 'g1'],
    ['groups.create', 'createGroup', { name: 'Family', sudo_token }],
    ['groups.rename', 'renameGroup', 'g1', { name: 'Family', sudo_token }],
    ['groups.remove', 'removeGroup', 'g1', sudo],
    ['groups.addMember', 'addPersonToGroup', 'g1', { sub: 'u1' }, sudo],
    ['groups.addMember', 'addGroupToGroup', 'g1', { group_id: 'g2' }, sudo],
    ['groups.removeMember', 'removePersonFromGroup', 'g1', { sub: 'u1' }, sudo],
    ['groups.removeMember', 'removeGroupFromGroup', 'g1', { group_id: 'g2' }, sudo],
    ['links.list', 'listServerLinks', { without_password: 'true' }],
    ['links.revoke', 'revokeServerLink', { drive_id: 'd1', id: 'l1' }, sudo],
    ['links.policy', 'getLinkPolicy'],
    ['links.setPolicy', 'setLinkPolicy', { ...linkPolicy, sudo_token }],
    ['drives.list', 'listTeamDrives', { limit: 10 }],
    ['drives.create', 'createTeamDriveFor', { name: 'Choir', manager_sub: 'u1', sudo_token }],
    ['drives.change', 'changeTeamDrive', 'd1', { quota_bytes: null, sudo_token }],
    ['drives.appoint', 'appointManager', 'd1', 'u1', sudo],
    ['drives.remove', 'removeTeamDrive', 'd1', { name: 'Choir', sudo_token }],
    ['apps.list', 'listApps'],
    ['apps.get', 'getApp', 'a1'],
    [
      'apps.register',
      'registerApp',
      { name: 'Notes', redirect_uris: [redirect_uri], scope: 'profile', sudo_token },
    ],
    ['apps.change', 'changeApp', 'a1', { description: null, sudo_token }],
    ['apps.renewSecret', 'renewAppSecret', 'a1', sudo],
    ['apps.remove', 'removeApp', 'a1', sudo],
    ['providers.list', 'listProviderSettings'],
    [
      'providers.save',
      'saveProviderSettings',
      provider_id,
      { preset: 'google', client_id: 'g', sudo_token },
    ],
    ['providers.remove', 'removeProviderSettings', provider_id, sudo],
    ['usage.list', 'listUsage', { order_by: 'active', limit: 10 }],
    ['usage.setQuota', 'setQuota', 'u1', { quota_bytes: null, sudo_token }],
    ['usage.jobs', 'listJobs', { state: 'failed' }],
    ['health', 'serverHealth'],
    ['webhooks.list', 'listWebhooks'],
    ['webhooks.create', 'createWebhook', { url: 'https://hook.test', sudo_token }],
    ['webhooks.change', 'changeWebhook', 'w1', { is_enabled: false, sudo_token }],
    ['webhooks.remove', 'removeWebhook', 'w1', sudo],
    ['webhooks.renewSecret', 'renewWebhookSecret', 'w1', sudo],
    ['webhooks.test', 'testWebhook', 'w1'],
    ['webhooks.deliveries', 'listWebhookDeliveries', 'w1', { limit: 10 }],
    ['webhooks.redeliver', 'redeliverWebhook', 'w1', 'd1'],
    ['overview', 'serverOverview'],
    ['settings', 'serverSettings'],
    ['events', 'auditEvents', { sub: 'u1', from: '2026-01-01T00:00:00Z' }],
  ],
}
