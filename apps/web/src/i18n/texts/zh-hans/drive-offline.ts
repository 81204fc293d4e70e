import type { texts as english } from '../en/drive-offline.ts'

export const texts: Record<keyof typeof english, string> = {
  'offline.note': '您已离线。这是上次看到的内容：{when}。',
  'offline.now': '您已离线。显示的是上次的列表。',
  'offline.reason': '恢复连接之前无法进行更改。',
  'offline.again': '重试',
  'update.title': 'Awan 的新版本已就绪',
  'update.now': '重新加载',

  'session.ended': '您已退出登录',
  'session.ended.text': '原因可能是在其他标签页或其他设备上退出，或会话已结束。登录后可继续。',
}
