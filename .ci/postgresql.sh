# A PostgreSQL for the tests, read by .ci/run: the one that answers, or else one of this run's own.

postgresql_folder=

# Sets and exports EDOKKO_TEST_POSTGRES; returns 1 with a loud reason where there can be none.
start_postgresql() {
    local address=${EDOKKO_TEST_POSTGRES:-127.0.0.1:5432} bin
    if _answers "$address"; then
        echo "the one at $address"
        export EDOKKO_TEST_POSTGRES=$address
        return
    fi
    bin=$(_postgresql_programs)
    if [[ -z $bin && $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
        DEBIAN_FRONTEND=noninteractive _quietly apt-get update -qq || true
        DEBIAN_FRONTEND=noninteractive _quietly apt-get install -yqq --no-install-recommends postgresql || true
        bin=$(_postgresql_programs)
    fi
    if [[ -z $bin ]]; then
        echo "NO POSTGRESQL: none answers at $address, and none can be installed here" \
            "(that takes root and apt-get); the table is tested on SQLite alone" >&2
        return 1
    fi
    local port=54329
    postgresql_folder=$(mktemp -d /tmp/edokko-postgresql.XXXXXX)
    [[ $(id -u) != 0 ]] || chown postgres "$postgresql_folder"
    _as_postgres "$bin/initdb" --pgdata="$postgresql_folder/data" --username=postgres --auth=trust --no-sync >/dev/null
    # The tests kill edokko's processes, never PostgreSQL, so nothing need reach the disk.
    _as_postgres "$bin/pg_ctl" --pgdata="$postgresql_folder/data" --wait --log="$postgresql_folder/log" \
        --options="-p $port -h 127.0.0.1 -k '$postgresql_folder' -c fsync=off -c full_page_writes=off" start >/dev/null || {
        echo "NO POSTGRESQL: $bin/pg_ctl does not start one; the table is tested on SQLite alone" >&2
        cat "$postgresql_folder/log" >&2
        return 1
    }
    export EDOKKO_TEST_POSTGRES=127.0.0.1:$port
    echo "one of this run's own at $EDOKKO_TEST_POSTGRES, from $bin"
}

stop_postgresql() {
    [[ -n $postgresql_folder ]] || return 0
    _as_postgres "$(_postgresql_programs)/pg_ctl" --pgdata="$postgresql_folder/data" --mode=immediate stop >/dev/null || true
    rm -rf "$postgresql_folder"
    postgresql_folder=
}

_answers() { (exec 3<>"/dev/tcp/${1%:*}/${1##*:}") 2>/dev/null; }

# The folder of the newest server programs, nothing where there are none.
_postgresql_programs() {
    local one newest=
    for one in $(printf '%s\n' /usr/lib/postgresql/*/bin/pg_ctl /usr/pgsql-*/bin/pg_ctl | sort -V); do
        [[ ! -x $one ]] || newest=$one
    done
    [[ -n $newest ]] || newest=$(command -v pg_ctl || true)
    [[ -z $newest ]] || dirname "$newest"
}

# PostgreSQL refuses to run as root.
_as_postgres() { if [[ $(id -u) == 0 ]]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }

_quietly() { local said; said=$("$@" 2>&1) || { echo "$said" >&2; return 1; }; }
