/**
 * Shows a board, a chart or a screen of 数智大脑 in a page of another system. Types and options: databrain-embed.d.ts.
 * As a script it brings `Databrain.embed`; as a module, load databrain-embed.mjs.
 */
(function (root) {
  'use strict';
  const PROTOCOL = 1;
  const script = root.document && root.document.currentScript;
  const ownServer = script && script.src ? new URL(script.src).origin : null;

  function EmbedError(key, message) {
    const error = new Error(message);
    error.name = 'EmbedError';
    error.key = key;
    return error;
  }

  /** The claims of a token, unchecked: only the server can check them. */
  function claimsOf(token) {
    try {
      const text = atob(String(token).split('.')[1].replace(/-/g, '+').replace(/_/g, '/'));
      const bytes = Uint8Array.from(text, function (char) {
        return char.charCodeAt(0);
      });
      return JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      throw EmbedError('embed.token', '嵌入令牌格式不正确');
    }
  }

  function elementOf(container) {
    const element = typeof container === 'string' ? root.document.querySelector(container) : container;
    if (!element || typeof element.appendChild !== 'function') throw EmbedError('embed.container', '没有找到放置嵌入内容的元素');
    return element;
  }

  function embed(options) {
    const container = elementOf(options.container);
    const server = options.server ? new URL(options.server, root.location.href).origin : api.server;
    if (!server) throw EmbedError('embed.server', '请用 server 说明平台的地址');
    if (!options.token && !options.getToken) throw EmbedError('embed.token', '请提供 token 或 getToken');
    let frame = null;
    let isOpen = false;
    let isGone = false;
    const waiting = [];

    function fail(error) {
      if (isGone) return;
      if (options.onError) options.onError(error);
      else root.console.error(error);
    }
    function post(message) {
      if (frame && frame.contentWindow) frame.contentWindow.postMessage(Object.assign({ databrain: PROTOCOL }, message), server);
    }
    /** What is said before the content stands waits for it. */
    function say(message) {
      if (isGone) return;
      if (isOpen) post(message);
      else waiting.push(message);
    }
    function freshToken() {
      return Promise.resolve(options.getToken ? options.getToken(options.resource) : options.token).then(function (token) {
        const claims = claimsOf(token);
        const resource = claims.resource || {};
        if (options.resource && (resource.type !== options.resource.type || resource.id !== options.resource.id))
          throw EmbedError('embed.resource', '令牌不是为这个内容签发的');
        return { token: token, app: String(claims.iss) };
      });
    }
    let first = freshToken();
    function sendToken() {
      if (!options.getToken) return fail(EmbedError('embed.expired', '嵌入令牌即将过期，请提供 getToken 以便更新'));
      freshToken().then(function (fresh) {
        post({ type: 'token', token: fresh.token });
      }, fail);
    }
    function begin() {
      // the token that told where to look opens the content too; a frame that begins again needs another one
      const token = first === null ? freshToken() : first;
      first = null;
      token.then(function (fresh) {
        post({
          type: 'init',
          token: fresh.token,
          filters: options.filters || {},
          theme: options.theme || 'auto',
          canJump: Boolean(options.onEvent),
        });
      }, fail);
    }

    function hear(event) {
      // only the frame that we made, and only as long as it shows the platform
      if (!frame || event.source !== frame.contentWindow || event.origin !== server) return;
      const message = event.data;
      if (!message || typeof message !== 'object' || message.databrain !== PROTOCOL) return;
      if (message.type === 'ready') begin();
      else if (message.type === 'token') sendToken();
      else if (message.type === 'size') resize(message.height);
      else if (message.type === 'error') fail(EmbedError(String(message.key), String(message.message)));
      else if (message.type === 'event' && options.onEvent) options.onEvent(message.event);
      else if (message.type === 'loaded') {
        isOpen = true;
        waiting.splice(0).forEach(post);
        if (options.onLoad) options.onLoad({ entity: message.entity, name: message.name });
      }
    }
    function resize(height) {
      if (options.height === undefined && Number.isFinite(height)) frame.style.height = Math.min(Math.max(height, 80), 20000) + 'px';
    }
    function show(app) {
      if (isGone) return;
      frame = root.document.createElement('iframe');
      frame.title = options.title || '数智大脑';
      frame.referrerPolicy = 'no-referrer';
      frame.allow = 'fullscreen';
      frame.style.cssText = 'display:block;width:100%;border:0;';
      frame.style.height = typeof options.height === 'number' ? options.height + 'px' : options.height || '400px';
      frame.src = server + '/embed/' + encodeURIComponent(app);
      container.appendChild(frame);
    }

    root.addEventListener('message', hear);
    first.then(function (fresh) {
      show(fresh.app);
    }, fail);
    return {
      setFilters: function (filters) {
        say({ type: 'filters', filters: filters });
      },
      setTheme: function (theme) {
        say({ type: 'theme', theme: theme });
      },
      refresh: function () {
        say({ type: 'refresh' });
      },
      destroy: function () {
        isGone = true;
        root.removeEventListener('message', hear);
        if (frame) frame.remove();
        frame = null;
      },
    };
  }

  const api = Object.assign(root.Databrain || {}, { embed: embed, server: ownServer });
  root.Databrain = api;
})(globalThis);
