import type { MailTexts } from '../mail-text.ts'

export const en: MailTexts = {
  code: (code, minutes) => ({
    subject: `Your Awan code: ${code}`,
    title: 'Your verification code',
    paragraphs: [
      `Enter it within ${minutes} minutes. It works once.`,
      'Never pass this code on. If you did not ask for it, you can ignore this mail.',
    ],
  }),
  visitorCode: (code, minutes) => ({
    subject: `Your Awan code for sending files: ${code}`,
    title: 'Confirm your e-mail address',
    paragraphs: [
      `Enter this code within ${minutes} minutes on the page where you want to send files. It works once.`,
      'Whoever receives the files then sees this address. Never pass the code on. If you did not ask for it, you can ignore this mail.',
    ],
  }),
  accountExists: () => ({
    subject: 'You already have an Awan account',
    title: 'You already have an account',
    paragraphs: [
      'Somebody asked to create an Awan account with this address. It has one already, so nothing was changed.',
      'If it was you, sign in with your password. If not, you can ignore this mail.',
    ],
    action: 'Sign in',
  }),
  noAccount: () => ({
    subject: 'No Awan account for this address',
    title: 'There is no account for this address',
    paragraphs: [
      'Somebody asked for a code to use an Awan account with this address, but there is none.',
      'Perhaps you signed up with another address. If it was not you, you can ignore this mail.',
    ],
    action: 'Create an account',
  }),
  newDevice: () => ({
    subject: 'New sign-in to your Awan account',
    title: 'New sign-in',
    paragraphs: [
      'Your account was used on a device that we have not seen before.',
      'If it was you, there is nothing to do. If not, change your password now; this ends all other sessions.',
    ],
    action: 'Open Awan',
  }),
  passwordChanged: () => ({
    subject: 'Your Awan password was changed',
    title: 'Your password was changed',
    paragraphs: [
      'All other sessions were ended.',
      'If it was not you, ask the administrator of this Awan for help at once.',
    ],
  }),
  sessionEnded: () => ({
    subject: 'A session of your Awan account was ended',
    title: 'We ended a session to protect you',
    paragraphs: [
      'A sign-in token that was already used came back. It may have been copied, so we ended the session it belongs to.',
      'Sign in again. If this repeats, change your password.',
    ],
    action: 'Sign in',
  }),
  passkeyAdded: () => ({
    subject: 'A passkey was added to your Awan account',
    title: 'A passkey was added',
    paragraphs: [
      'From now on this passkey signs in to your account without a password.',
      'If it was not you, remove the passkey and change your password now.',
    ],
    action: 'Open Awan',
  }),
  passkeyRemoved: () => ({
    subject: 'A passkey was removed from your Awan account',
    title: 'A passkey was removed',
    paragraphs: [
      'It no longer signs in to your account.',
      'If it was not you, change your password now and look through your sessions.',
    ],
    action: 'Open Awan',
  }),
  appPasswordCreated: () => ({
    subject: 'An app password was created for your Awan account',
    title: 'An app password was created',
    paragraphs: [
      'From now on a program with this app password opens your files without asking for your password or a second step.',
      'If it was not you, revoke the app password and change your password now.',
    ],
    action: 'Open Awan',
  }),
  appAuthorized: () => ({
    subject: 'An app was given access to your Awan account',
    title: 'An app was given access',
    paragraphs: [
      'From now on an app can use your account as far as you allowed it.',
      'If it was not you, take the access back among your authorised apps and change your password now.',
    ],
    action: 'Open Awan',
  }),
  providerBound: () => ({
    subject: 'A way to sign in was added to your Awan account',
    title: 'A sign-in provider was connected',
    paragraphs: [
      'An account of another provider was connected. Anyone who can sign in there can now sign in to your account.',
      'If it was not you, disconnect it and change your password now.',
    ],
    action: 'Open Awan',
  }),
  providerUnbound: () => ({
    subject: 'A way to sign in was removed from your Awan account',
    title: 'A sign-in provider was disconnected',
    paragraphs: [
      'An account of another provider no longer signs in to your account.',
      'If it was not you, change your password now and look through your sessions.',
    ],
    action: 'Open Awan',
  }),
  usernameChanged: () => ({
    subject: 'The username of your Awan account was changed',
    title: 'Your username was changed',
    paragraphs: [
      'You can no longer sign in with the old username; your contacts still work.',
      'If it was not you, reset your password at once.',
    ],
  }),
  contactChanged: () => ({
    subject: 'The contact of your Awan account was changed',
    title: 'Your contact was changed',
    paragraphs: [
      'Codes and notices now go to another address or phone number.',
      'If it was not you, ask the administrator of this Awan for help at once.',
    ],
  }),
  deletionRequested: () => ({
    subject: 'Your Awan account will be deleted',
    title: 'Your account will be deleted',
    paragraphs: [
      'All sessions were ended. Until the day above nothing is lost: sign in and choose to restore the account.',
      'After it, your account and all of your files are removed for good. If it was not you, restore the account and change your password now.',
    ],
    action: 'Restore the account',
  }),
  deletionCancelled: () => ({
    subject: 'Your Awan account is restored',
    title: 'Your account is restored',
    paragraphs: [
      'It will not be deleted, and all of your files are still there.',
      'If it was not you, change your password now.',
    ],
    action: 'Open Awan',
  }),
  accountDeleted: () => ({
    subject: 'Your Awan account was deleted',
    title: 'Your account was deleted',
    paragraphs: [
      'Your account and all of your files were removed. They cannot be brought back.',
      'Thank you for having been here.',
    ],
  }),
  exportRequested: () => ({
    subject: 'A copy of your Awan data was asked for',
    title: 'A copy of your data was asked for',
    paragraphs: [
      'It holds everything in your account and can be downloaded for a day by anyone who is signed in as you.',
      'If it was not you, change your password now; this ends all other sessions.',
    ],
    action: 'Open Awan',
  }),
  twoFactorEnabled: () => ({
    subject: 'Two-step verification is on for your Awan account',
    title: 'Two-step verification is on',
    paragraphs: [
      'From now on, signing in takes a second step besides your password.',
      'Keep your recovery codes in a safe place. If it was not you, ask the administrator of this Awan for help at once.',
    ],
  }),
  twoFactorDisabled: () => ({
    subject: 'Two-step verification is off for your Awan account',
    title: 'Two-step verification is off',
    paragraphs: [
      'Signing in no longer takes a second step, and no device is trusted any more.',
      'If it was not you, change your password now and turn it on again.',
    ],
    action: 'Open Awan',
  }),
  twoFactorChanged: () => ({
    subject: 'The second step of your Awan account was changed',
    title: 'Your second step was changed',
    paragraphs: [
      'A way to confirm your sign-in was added or removed, or new recovery codes were made.',
      'If it was not you, change your password now and check your security settings.',
    ],
    action: 'Open Awan',
  }),
  recoveryCodeUsed: () => ({
    subject: 'A recovery code of your Awan account was used',
    title: 'A recovery code was used',
    paragraphs: [
      'Somebody signed in with your password and one of your recovery codes. That code no longer works.',
      'If it was you, make new codes when few are left. If not, change your password now.',
    ],
    action: 'Open Awan',
  }),
  secondStepFailing: () => ({
    subject: 'Somebody may know your Awan password',
    title: 'Somebody may know your password',
    paragraphs: [
      'The password was right several times, but the code of the second step was wrong. Your account was not opened.',
      'If it was not you, change your password now.',
    ],
    action: 'Open Awan',
  }),
  accountStopped: () => ({
    subject: 'Your Awan account was suspended',
    title: 'Your account was suspended',
    paragraphs: [
      'An administrator of this Awan has suspended your account. All sessions were ended, and it cannot be used for now. Your files are kept.',
      'If you think that this is a mistake, ask the administrator.',
    ],
  }),
  accountReleased: () => ({
    subject: 'You can use your Awan account',
    title: 'Your account can be used',
    paragraphs: ['An administrator of this Awan has opened your account. You can sign in now.'],
    action: 'Sign in',
  }),
  resetDemanded: () => ({
    subject: 'Your Awan account needs a new password',
    title: 'Your account needs a new password',
    paragraphs: [
      'An administrator of this Awan asks you to set a new one. All sessions were ended, and the old password no longer signs in.',
      'Reset it when you sign in. Never tell it to anybody, not even to an administrator.',
    ],
    action: 'Sign in',
  }),
  administratorAppointed: () => ({
    subject: 'You are an administrator of Awan now',
    title: 'You are an administrator now',
    paragraphs: [
      'An administrator of this Awan has made you an administrator too. You can manage accounts, apps and settings.',
      'Turn on the second step if you have not done so.',
    ],
    action: 'Open Awan',
  }),
  administratorDismissed: () => ({
    subject: 'You are no longer an administrator of Awan',
    title: 'You are no longer an administrator',
    paragraphs: [
      'An administrator of this Awan has ended your administration. Your account and your files are untouched.',
    ],
    action: 'Open Awan',
  }),
  administratorsChanged: () => ({
    subject: 'The administrators of Awan have changed',
    title: 'The administrators have changed',
    paragraphs: [
      'Somebody has become an administrator of this Awan, or is no longer one. The audit log shows who, and by whom.',
      'If you did not expect this, talk to the other administrators at once.',
    ],
    action: 'Open Awan',
  }),
  sessionsEnded: () => ({
    subject: 'You were signed out of your Awan account',
    title: 'You were signed out everywhere',
    paragraphs: [
      'An administrator of this Awan has ended all of your sessions. Your files are untouched.',
      'Sign in again to continue.',
    ],
    action: 'Sign in',
  }),
  secondStepRemoved: () => ({
    subject: 'Two-step verification of your Awan account was turned off',
    title: 'Two-step verification was turned off',
    paragraphs: [
      'An administrator of this Awan has done this for you. All sessions were ended, and no device is trusted any more.',
      'Sign in and turn it on again. If you did not ask for this, tell the administrator at once.',
    ],
    action: 'Sign in',
  }),
  deletionDecided: () => ({
    subject: 'An administrator will delete your Awan account',
    title: 'Your account will be deleted',
    paragraphs: [
      'An administrator of this Awan has decided this, and all sessions were ended. After the day above, your account and all of your files are removed for good.',
      'If you think that this is a mistake, sign in before that day or ask the administrator.',
    ],
    action: 'Sign in',
  }),
  deletionReminder: () => ({
    subject: 'Your Awan account will be deleted soon',
    title: 'Your account will be deleted soon',
    paragraphs: [
      'On the day above, your account and all of your files are removed for good.',
      'To keep them, sign in before that day. If you cannot, ask the administrator of this Awan.',
    ],
    action: 'Sign in',
  }),
  invitation: () => ({
    subject: 'Something was shared with you on Awan',
    title: 'Something was shared with you',
    paragraphs: [
      'Sign in, or create an account with this mail address, and you find it under “Shared with me”.',
      'If you do not know the sender, you can ignore this mail.',
    ],
    action: 'Open Awan',
  }),
  sharedWithYou: () => ({
    subject: 'Somebody shared something with you on Awan',
    title: 'Something was shared with you',
    paragraphs: ['You find it in your inbox and under “Shared with me”.'],
    action: 'Open the inbox',
  }),
  roleChanged: () => ({
    subject: 'Your role was changed on Awan',
    title: 'Your role was changed',
    paragraphs: ['From now on you can do more or less than before with what was shared with you.'],
    action: 'Open the inbox',
  }),
  accessEnded: () => ({
    subject: 'Your access was ended on Awan',
    title: 'Your access was ended',
    paragraphs: [
      'Something that was shared with you is no longer shared with you. If you think that this is a mistake, ask the person who shared it.',
    ],
    action: 'Open the inbox',
  }),
  managerAppointed: () => ({
    subject: 'A manager was appointed on Awan',
    title: 'Your team drive has another manager',
    paragraphs: [
      'An administrator of this server has appointed somebody as manager of a team drive that you manage. A manager can read, change and share everything in it. If you did not expect this, look at the members of the drive.',
    ],
    action: 'Open the inbox',
  }),
  dropArrived: () => ({
    subject: 'Files have arrived in your drop folder on Awan',
    title: 'Files have arrived in your drop folder',
    paragraphs: ['Visitors of your link have sent them. Open only files that you expect.'],
    action: 'Open the inbox',
  }),
  accessAsked: () => ({
    subject: 'Somebody asks you for access on Awan',
    title: 'Somebody asks you for access',
    paragraphs: [
      'You can grant or decline the request in your inbox. If you do not know the person, decline it.',
    ],
    action: 'Open the inbox',
  }),
  transferOffered: () => ({
    subject: 'Somebody offers you a file or folder on Awan',
    title: 'Somebody offers you a file or folder',
    paragraphs: [
      'It becomes yours when you accept it in your inbox, and counts towards your storage. If you do not know the person, decline it.',
    ],
    action: 'Open the inbox',
  }),
  transferAnswered: () => ({
    subject: 'Your offer on Awan was answered',
    title: 'Your offer was answered',
    paragraphs: ['Your inbox shows whether it was accepted or declined.'],
    action: 'Open the inbox',
  }),
  labels: {
    device: 'Device',
    address: 'Address',
    time: 'Time',
    deletion: 'Deletion',
    from: 'From',
    item: 'Shared',
    place: 'File or folder',
    role: 'Role',
    files: 'Files',
    more: 'More',
  },
  roles: {
    viewer: 'Viewer',
    contributor: 'Contributor',
    editor: 'Editor',
    manager: 'Manager',
    drop: 'Drop folder',
  },
  unsubscribe: {
    link: 'Stop these mails',
    question: 'Stop these mails?',
    explanation:
      'You will no longer get mails of this kind. The messages stay in your inbox, and you can turn the mails on again in the settings.',
    button: 'Stop them',
    done: 'You get no more mails of this kind',
    afterwards: 'You can turn them on again in the settings.',
  },
  footer: 'Awan sends this mail automatically; nobody reads replies to it.',
}
