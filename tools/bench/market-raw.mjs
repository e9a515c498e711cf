// What a programmer writes by hand, for `npm run bench -- market`: node:http and pg with a named statement, no key, no mask, no log.
import http from 'node:http';
import pg from 'pg';

const [port, connection] = process.argv.slice(2);
const pool = new pg.Pool({ ...JSON.parse(connection), max: 10 });
const COLUMNS = 'id, name, phone, id_card, email, bank_card, address, dept_id, status, amount, score, created_at, remark';

http
  .createServer((request, response) => {
    const query = new URL(request.url, 'http://localhost').searchParams;
    const [column, value] = query.has('id') ? ['id', query.get('id')] : ['dept_id', query.get('dept_id')];
    const text = `select ${COLUMNS} from dwd.bench_customer where ${column} = $1 order by id limit $2`;
    pool.query({ name: column, text, values: [value, query.get('n')] }).then(
      ({ rows }) => {
        const body = JSON.stringify({ code: 200, data: rows });
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) });
        response.end(body);
      },
      (error) => {
        response.writeHead(500);
        response.end(String(error));
      },
    );
  })
  .listen(Number(port), '127.0.0.1');
