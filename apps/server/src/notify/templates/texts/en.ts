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
  labels: { device: 'Device', address: 'Address', time: 'Time' },
  footer: 'Awan sends this mail by itself; nobody reads answers to it.',
}
