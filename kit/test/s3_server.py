"""An OpenStack Swift with the S3 interface in one process, for tests: python3 s3_server.py FOLDER ACCOUNT USER SECRET REGION PAGE.

One device, one replica, data below FOLDER, PAGE names on one page of a listing. Prints `ready PORT` when it answers; ends when its standard input does.
"""
import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402

folder, account, user, secret, region, page = sys.argv[1:7]
with open(os.path.join(folder, 'swift.conf'), 'w') as conf:
    conf.write('[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = only\ndefault = yes\n')
utils.set_swift_dir(folder)

from swift.account.server import AccountController  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.storage_policy import reload_storage_policies  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402
from swift.container.server import ContainerController  # noqa: E402
from swift.obj.server import ObjectController  # noqa: E402

reload_storage_policies()
os.makedirs(os.path.join(folder, 'devices', 'd1'))


class Silence:
    def write(self, text):
        pass


def serve(app, socket):
    logger = utils.get_logger({}, name='swift')
    eventlet.spawn(wsgi.server, socket, app, Silence(), protocol=SwiftHttpProtocol, capitalize_response_headers=False)


conf = {
    'devices': os.path.join(folder, 'devices'),
    'swift_dir': folder,
    'mount_check': 'false',
    'disable_fallocate': 'true',
    'fallocate_reserve': '0',
    'log_level': 'ERROR',
}
for name, controller in (('account', AccountController), ('container', ContainerController), ('object', ObjectController)):
    socket = eventlet.listen(('127.0.0.1', 0))
    builder = RingBuilder(1, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': socket.getsockname()[1], 'device': 'd1', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, name + '.ring.gz'))
    serve(controller(conf), socket)

with open(os.path.join(folder, 'proxy.conf'), 'w') as proxy:
    proxy.write(f'''[DEFAULT]
swift_dir = {folder}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:s3api]
use = egg:swift#s3api
location = {region}
max_bucket_listing = {page}
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
''')


class Forgetful:
    """Stands in for memcached, which the sign-in asks for: remembers nothing."""

    def get(self, key, **rest):
        return None

    def set(self, key, value, **rest):
        pass

    def delete(self, key, **rest):
        pass

    def incr(self, key, **rest):
        return 1


proxy_app = loadapp(os.path.join(folder, 'proxy.conf'))


def with_cache(env, start_response):
    env['swift.cache'] = Forgetful()
    return proxy_app(env, start_response)


socket = eventlet.listen(('127.0.0.1', 0))
serve(with_cache, socket)
print('ready', socket.getsockname()[1], flush=True)
eventlet.tpool.execute(sys.stdin.read)
os._exit(0)
