export const texts = {
  'signIn.second.title': 'One more step',
  'signIn.second.TOTP': 'Type the code that your authenticator app shows.',
  'signIn.second.PASSKEY': 'Confirm with the passkey of this account.',
  'signIn.second.RECOVERY': 'Type one of the recovery codes that you kept. Each works once.',
  'signIn.second.toSend': 'We are sending you a code.',
  'signIn.second.none':
    'None of your second steps can be used here now. Ask the administrator of this server.',
  'signIn.second.trust': 'Trust this device for 30 days',
  'signIn.second.other': 'Other ways to confirm',
  'signIn.second.method.TOTP': 'Authenticator app',
  'signIn.second.method.PASSKEY': 'Passkey',
  'signIn.second.method.SMS': 'Text message',
  'signIn.second.method.EMAIL': 'E-mail',
  'signIn.second.method.RECOVERY': 'Recovery code',
  'signIn.second.problem.recoveryMissing': 'Type a recovery code.',
  'signIn.second.problem.expired': 'Too much time or too many tries. Go on with a new code.',
  'signIn.second.problem.tooMany': 'Too many tries. Wait a little, or use another way.',
  'signIn.second.problem.passkey': 'This passkey could not be used here. Try another way.',
  'signIn.state.other': 'Use another account',
  'signIn.state.unchanged': 'Nothing has changed yet.',
  'signIn.state.pending.title': 'Your account is waiting for approval',
  'signIn.state.pending.text':
    'An administrator of this server looks at every new account. Once yours is approved, you can sign in.',
  'signIn.state.inactive.title': 'Your account is not active yet',
  'signIn.state.inactive.text':
    'It was created when new accounts needed approval, and it was never approved. Ask the administrator of this server to activate it.',
  'signIn.state.locked.title': 'Too many wrong passwords',
  'signIn.state.locked.text':
    'To keep your account safe we accept no more passwords for now. Wait a little, or use a code or a passkey.',
  'signIn.state.locked.until':
    'To keep your account safe we accept no more passwords until {time}. A code or a passkey still lets you in.',
  'signIn.state.locked.code': 'Sign in with a code',
  'signIn.state.waiting.title': 'Your new password has to wait',
  'signIn.state.waiting.text':
    'It was set with a code to the contact that is also your only second step. To keep your account safe you can sign in from {time}. An administrator of this server can help sooner.',
  'signIn.state.blocked.title': 'This account is locked',
  'signIn.state.blocked.text':
    'It was locked by the administrator of this server. Ask them what to do; your files are still there.',
  'signIn.state.frozen.title': 'This account is frozen',
  'signIn.state.frozen.text':
    'It cannot be used for now. Try again later, or ask the administrator of this server.',
  'signIn.state.review.title': 'This account is under review',
  'signIn.state.review.text':
    'Somebody is looking at it. Until they are done you cannot sign in; nothing is deleted meanwhile.',
  'signIn.state.deleting.title': 'This account is being deleted',
  'signIn.state.deleting.until':
    'On {date} it will be gone, with everything in it. Until then you can have it back as it was.',
  'signIn.state.deleting.text':
    'Soon it will be gone, with everything in it. Until then you can have it back as it was.',
  'signIn.state.deleting.final': 'It cannot be used or brought back any more.',
  'signIn.state.deleting.restore': 'Restore my account',
  'signIn.state.reset.title': 'Choose a new password',
  'signIn.state.reset.text':
    'Your password may be known to others, so it is no longer accepted. To sign in, confirm a code and set a new password.',
  'signIn.state.reset.go': 'Set a new password',
} as const
