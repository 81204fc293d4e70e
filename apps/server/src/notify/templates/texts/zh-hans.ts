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
    action: '注册账号',
  }),
  newDevice: () => ({
    subject: '您的 Awan 账号有新的登录',
    title: '新设备登录',
    paragraphs: [
      '您的账号在一台新设备上登录。',
      '如果是您本人，无需任何操作；如果不是，请立即修改密码，其他登录会话将全部结束。',
    ],
    action: '打开 Awan',
  }),
  passwordChanged: () => ({
    subject: '您的 Awan 密码已修改',
    title: '您的密码已修改',
    paragraphs: ['其他登录会话已全部结束。', '如果不是您本人操作，请立即联系此 Awan 的管理员。'],
  }),
  sessionEnded: () => ({
    subject: '您的 Awan 账号有一个会话已结束',
    title: '为保护您的账号，我们结束了一个会话',
    paragraphs: [
      '一个已使用过的登录令牌再次出现，它可能被复制，因此我们结束了它所属的会话。',
      '请重新登录。如果再次发生，请修改密码。',
    ],
    action: '登录',
  }),
  labels: { device: '设备', address: '地址', time: '时间' },
  footer: '此邮件由 Awan 自动发送，请勿回复。',
}
