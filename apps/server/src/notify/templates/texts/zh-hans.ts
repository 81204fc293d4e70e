import type { MailTexts } from '../mail-text.ts'

export const zhHans: MailTexts = {
  code: (code, minutes) => ({
    subject: `您的 Awan 验证码：${code}`,
    title: '您的验证码',
    paragraphs: [
      `请在 ${minutes} 分钟内输入，仅能使用一次。`,
      '请勿将验证码告诉他人。如果不是您本人操作，请忽略此邮件。',
    ],
  }),
  visitorCode: (code, minutes) => ({
    subject: `您用于发送文件的 Awan 验证码：${code}`,
    title: '确认您的邮箱',
    paragraphs: [
      `请在 ${minutes} 分钟内在您要发送文件的页面输入，仅能使用一次。`,
      '接收文件的人会看到此邮箱。请勿将验证码告诉他人。如果不是您本人操作，请忽略此邮件。',
    ],
  }),
  accountExists: () => ({
    subject: '您已有 Awan 账号',
    title: '您已有账号',
    paragraphs: [
      '有人使用此邮箱申请注册 Awan 账号。该邮箱已有账号，因此没有任何更改。',
      '如果是您本人，请使用密码登录；如果不是，请忽略此邮件。',
    ],
    action: '登录',
  }),
  noAccount: () => ({
    subject: '此邮箱没有 Awan 账号',
    title: '此邮箱没有账号',
    paragraphs: [
      '有人申请验证码，以使用此邮箱的 Awan 账号，但该账号并不存在。',
      '您可能是用其他邮箱注册的。如果不是您本人操作，请忽略此邮件。',
    ],
    action: '创建账号',
  }),
  newDevice: () => ({
    subject: '您的 Awan 账号有新的登录',
    title: '新设备登录',
    paragraphs: [
      '您的账号在一台新设备上登录。',
      '如果是您本人，无需任何操作；如果不是，请立即更改密码，其他登录会话将全部结束。',
    ],
    action: '打开 Awan',
  }),
  passwordChanged: () => ({
    subject: '您的 Awan 密码已更改',
    title: '您的密码已更改',
    paragraphs: ['其他登录会话已全部结束。', '如果不是您本人操作，请立即联系此 Awan 的管理员。'],
  }),
  sessionEnded: () => ({
    subject: '您的 Awan 账号有一个会话已结束',
    title: '为保护您的账号，我们结束了一个会话',
    paragraphs: [
      '一个已使用过的登录令牌再次出现，它可能被复制，因此我们结束了它所属的会话。',
      '请重新登录。如果再次发生，请更改密码。',
    ],
    action: '登录',
  }),
  passkeyAdded: () => ({
    subject: '您的 Awan 账号新增了通行密钥',
    title: '已添加通行密钥',
    paragraphs: [
      '从现在起，使用此通行密钥无需密码即可登录您的账号。',
      '如果不是您本人操作，请立即移除该通行密钥并更改密码。',
    ],
    action: '打开 Awan',
  }),
  passkeyRemoved: () => ({
    subject: '您的 Awan 账号移除了通行密钥',
    title: '已移除通行密钥',
    paragraphs: [
      '此通行密钥已无法再用于登录您的账号。',
      '如果不是您本人操作，请立即更改密码并检查您的登录会话。',
    ],
    action: '打开 Awan',
  }),
  appPasswordCreated: () => ({
    subject: '您的 Awan 账号新建了应用密码',
    title: '已新建应用密码',
    paragraphs: [
      '从现在起，使用此应用密码的程序可以打开您的文件，无需您的密码或两步验证。',
      '如果不是您本人操作，请立即停用该应用密码并更改密码。',
    ],
    action: '打开 Awan',
  }),
  appAuthorized: () => ({
    subject: '有应用获得了您 Awan 账号的访问权限',
    title: '应用已获得访问权限',
    paragraphs: [
      '从现在起，该应用可以在您允许的范围内使用您的账号。',
      '如果不是您本人操作，请立即在已授权的应用中撤销其权限，并更改密码。',
    ],
    action: '打开 Awan',
  }),
  providerBound: () => ({
    subject: '您的 Awan 账号新增了登录方式',
    title: '已关联第三方账号',
    paragraphs: [
      '一个第三方账号已关联到您的账号。能登录该第三方账号的人，现在也能登录您的账号。',
      '如果不是您本人操作，请立即取消关联并更改密码。',
    ],
    action: '打开 Awan',
  }),
  providerUnbound: () => ({
    subject: '您的 Awan 账号移除了一种登录方式',
    title: '已取消关联第三方账号',
    paragraphs: [
      '该第三方账号已无法再用于登录您的账号。',
      '如果不是您本人操作，请立即更改密码并检查您的登录会话。',
    ],
    action: '打开 Awan',
  }),
  usernameChanged: () => ({
    subject: '您的 Awan 账号用户名已更改',
    title: '您的用户名已更改',
    paragraphs: [
      '您无法再使用旧用户名登录；您的联系方式仍然可用。',
      '如果不是您本人操作，请立即重置密码。',
    ],
  }),
  contactChanged: () => ({
    subject: '您的 Awan 账号联系方式已更改',
    title: '您的联系方式已更改',
    paragraphs: [
      '验证码和通知现在会发送到另一个地址或手机号。',
      '如果不是您本人操作，请立即联系此 Awan 的管理员。',
    ],
  }),
  deletionRequested: () => ({
    subject: '您的 Awan 账号将被删除',
    title: '您的账号将被删除',
    paragraphs: [
      '所有会话均已结束。在上述日期之前不会丢失任何内容：登录后选择恢复账号即可。',
      '此后，您的账号和所有文件将被永久删除。如果不是您本人操作，请立即恢复账号并更改密码。',
    ],
    action: '恢复账号',
  }),
  deletionCancelled: () => ({
    subject: '您的 Awan 账号已恢复',
    title: '您的账号已恢复',
    paragraphs: ['账号不会被删除，您的所有文件都还在。', '如果不是您本人操作，请立即更改密码。'],
    action: '打开 Awan',
  }),
  accountDeleted: () => ({
    subject: '您的 Awan 账号已删除',
    title: '您的账号已删除',
    paragraphs: ['您的账号和所有文件已删除，无法恢复。', '感谢您曾经使用。'],
  }),
  exportRequested: () => ({
    subject: '有人请求导出您的 Awan 数据',
    title: '有人请求导出您的数据',
    paragraphs: [
      '导出内容包含您账号中的一切，一天之内，以您的身份登录的人都可以下载。',
      '如果不是您本人操作，请立即更改密码；其他所有会话都会结束。',
    ],
    action: '打开 Awan',
  }),
  twoFactorEnabled: () => ({
    subject: '您的 Awan 账号已开启两步验证',
    title: '两步验证已开启',
    paragraphs: [
      '今后登录时，除密码外还需要完成第二步验证。',
      '请妥善保管您的恢复码。如果不是您本人操作，请立即联系此 Awan 的管理员。',
    ],
  }),
  twoFactorDisabled: () => ({
    subject: '您的 Awan 账号已关闭两步验证',
    title: '两步验证已关闭',
    paragraphs: [
      '登录时不再需要第二步验证，所有设备的信任也已取消。',
      '如果不是您本人操作，请立即更改密码并重新开启。',
    ],
    action: '打开 Awan',
  }),
  twoFactorChanged: () => ({
    subject: '您的 Awan 账号的两步验证设置已更改',
    title: '两步验证设置已更改',
    paragraphs: [
      '添加或移除了一种登录确认方式，或生成了新的恢复码。',
      '如果不是您本人操作，请立即更改密码并检查安全设置。',
    ],
    action: '打开 Awan',
  }),
  recoveryCodeUsed: () => ({
    subject: '您的 Awan 账号使用了一个恢复码',
    title: '一个恢复码已被使用',
    paragraphs: [
      '有人使用您的密码和一个恢复码登录。该恢复码已失效。',
      '如果是您本人，请在剩余不多时生成新的恢复码；如果不是，请立即更改密码。',
    ],
    action: '打开 Awan',
  }),
  secondStepFailing: () => ({
    subject: '可能有人知道您的 Awan 密码',
    title: '可能有人知道您的密码',
    paragraphs: [
      '有人多次输入了正确的密码，但第二步的验证码有误。您的账号没有被打开。',
      '如果不是您本人操作，请立即更改密码。',
    ],
    action: '打开 Awan',
  }),
  accountStopped: () => ({
    subject: '您的 Awan 账号已被停用',
    title: '您的账号已被停用',
    paragraphs: [
      '此 Awan 的管理员已停用您的账号。所有会话均已结束，账号暂时无法使用。您的文件仍会保留。',
      '如果您认为这是误操作，请联系管理员。',
    ],
  }),
  accountReleased: () => ({
    subject: '您的 Awan 账号可以使用了',
    title: '您的账号可以使用了',
    paragraphs: ['此 Awan 的管理员已开通您的账号。您现在可以登录。'],
    action: '登录',
  }),
  resetDemanded: () => ({
    subject: '您的 Awan 账号需要设置新密码',
    title: '您的账号需要设置新密码',
    paragraphs: [
      '此 Awan 的管理员要求您设置新密码。所有会话均已结束，旧密码不再有效。',
      '请在登录时重置密码。不要把密码告诉任何人，包括管理员。',
    ],
    action: '登录',
  }),
  administratorAppointed: () => ({
    subject: '您现在是 Awan 的管理员',
    title: '您现在是管理员',
    paragraphs: [
      '此 Awan 的管理员已将您也设为管理员。您可以管理账号、应用和设置。',
      '如果尚未启用两步验证，请启用。',
    ],
    action: '打开 Awan',
  }),
  administratorDismissed: () => ({
    subject: '您不再是 Awan 的管理员',
    title: '您不再是管理员',
    paragraphs: ['此 Awan 的管理员已撤销您的管理员身份。您的账号和文件没有变化。'],
    action: '打开 Awan',
  }),
  administratorsChanged: () => ({
    subject: 'Awan 的管理员有变动',
    title: '管理员有变动',
    paragraphs: [
      '有人成为此 Awan 的管理员，或不再是管理员。审计日志会显示是谁，以及由谁操作。',
      '如果您对此并不知情，请立即联系其他管理员。',
    ],
    action: '打开 Awan',
  }),
  sessionsEnded: () => ({
    subject: '您已退出 Awan 账号',
    title: '您已在所有设备上退出登录',
    paragraphs: [
      '此 Awan 的管理员已结束您的所有会话。您的文件没有变化。',
      '请重新登录以继续使用。',
    ],
    action: '登录',
  }),
  secondStepRemoved: () => ({
    subject: '您的 Awan 账号的两步验证已被关闭',
    title: '两步验证已被关闭',
    paragraphs: [
      '此 Awan 的管理员已为您关闭。所有会话均已结束，也不再有受信任的设备。',
      '请登录并重新开启。如果您没有提出请求，请立即告知管理员。',
    ],
    action: '登录',
  }),
  deletionDecided: () => ({
    subject: '管理员将删除您的 Awan 账号',
    title: '您的账号将被删除',
    paragraphs: [
      '这是此 Awan 管理员的决定，所有会话均已结束。在上述日期之后，您的账号和所有文件将被永久删除。',
      '如果您认为这是误操作，请在该日期之前登录或联系管理员。',
    ],
    action: '登录',
  }),
  deletionReminder: () => ({
    subject: '您的 Awan 账号即将删除',
    title: '您的账号即将删除',
    paragraphs: [
      '到上述日期，您的账号和所有文件将被永久删除。',
      '如需保留，请在该日期之前登录。如果无法登录，请联系此 Awan 的管理员。',
    ],
    action: '登录',
  }),
  invitation: () => ({
    subject: '有人在 Awan 上与您共享了内容',
    title: '有人与您共享了内容',
    paragraphs: [
      '登录，或使用此邮箱地址注册账号，即可在“与我共享”中查看。',
      '如果您不认识发送者，请忽略此邮件。',
    ],
    action: '打开 Awan',
  }),
  sharedWithYou: () => ({
    subject: '您在 Awan 上收到了新的共享内容',
    title: '有人与您共享了内容',
    paragraphs: ['您可以在收件箱和“与我共享”中查看。'],
    action: '打开收件箱',
  }),
  roleChanged: () => ({
    subject: '您在 Awan 上的角色已更改',
    title: '您的角色已更改',
    paragraphs: ['从现在起，您对共享内容可执行的操作有所变化。'],
    action: '打开收件箱',
  }),
  accessEnded: () => ({
    subject: '您在 Awan 上的访问权限已结束',
    title: '您的访问权限已结束',
    paragraphs: ['有内容不再与您共享。如果您认为有误，请询问共享者。'],
    action: '打开收件箱',
  }),
  managerAppointed: () => ({
    subject: 'Awan 上任命了一位负责人',
    title: '您的团队云盘有了新的负责人',
    paragraphs: [
      '此服务器的管理员已任命某人为您管理的团队云盘的负责人。负责人可以读取、更改和共享其中的所有内容。如果您对此并不知情，请查看该云盘的成员。',
    ],
    action: '打开收件箱',
  }),
  dropArrived: () => ({
    subject: 'Awan 上的提交文件夹收到了文件',
    title: '您的提交文件夹收到了文件',
    paragraphs: ['文件由链接访客发送。请只打开您预期的文件。'],
    action: '打开收件箱',
  }),
  accessAsked: () => ({
    subject: '有人在 Awan 上向您请求访问权限',
    title: '有人向您请求访问权限',
    paragraphs: ['您可以在收件箱中同意或拒绝该请求。如果您不认识对方，请拒绝。'],
    action: '打开收件箱',
  }),
  transferOffered: () => ({
    subject: '有人在 Awan 上要将文件或文件夹转交给您',
    title: '有人要将文件或文件夹转交给您',
    paragraphs: [
      '您在收件箱中接受后，它将归您所有，并计入您的存储空间。如果您不认识对方，请拒绝。',
    ],
    action: '打开收件箱',
  }),
  transferAnswered: () => ({
    subject: '您在 Awan 上的转交已有答复',
    title: '您的转交已有答复',
    paragraphs: ['收件箱会显示对方接受还是拒绝。'],
    action: '打开收件箱',
  }),
  labels: {
    device: '设备',
    address: '地址',
    time: '时间',
    deletion: '删除日期',
    from: '来自',
    item: '共享内容',
    place: '文件或文件夹',
    role: '角色',
    files: '文件',
    more: '其他',
  },
  roles: {
    viewer: '查看者',
    contributor: '贡献者',
    editor: '编辑者',
    manager: '负责人',
    drop: '提交文件夹',
  },
  unsubscribe: {
    link: '停止接收此类邮件',
    question: '停止接收此类邮件？',
    explanation: '您将不再收到此类邮件。消息仍保留在收件箱中，您可以在设置中重新开启邮件。',
    button: '停止接收',
    done: '您不会再收到此类邮件',
    afterwards: '您可以在设置中重新开启。',
  },
  footer: '此邮件由 Awan 自动发送，请勿回复。',
}
