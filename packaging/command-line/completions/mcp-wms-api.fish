# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_mcp_wms_api_global_optspecs
    string join \n demo env-file= profile= h/help V/version
end

function __fish_mcp_wms_api_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_mcp_wms_api_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_mcp_wms_api_using_subcommand
    set -l cmd (__fish_mcp_wms_api_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c mcp-wms-api -n "__fish_mcp_wms_api_needs_command" -l env-file -d 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)' -r -F
complete -c mcp-wms-api -n "__fish_mcp_wms_api_needs_command" -l profile -d 'Profile used when a call names none' -r
complete -c mcp-wms-api -n "__fish_mcp_wms_api_needs_command" -l demo -d 'Read the embedded demo warehouse instead of a configured one'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_needs_command" -s h -l help -d 'Print help'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_needs_command" -s V -l version -d 'Print version'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_needs_command" -f -a "serve" -d 'Serve MCP on stdin and stdout (the default)'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_needs_command" -f -a "call" -d 'Make one call and print its answer; exit status 1 if it fails'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_needs_command" -f -a "tools" -d 'List the tools, or explain one'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_needs_command" -f -a "doctor" -d 'Try every step of reading a warehouse; exit status 1 if one fails'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_needs_command" -f -a "simulate" -d 'Run the simulated EasyWMS alone, for trying a profile by hand'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_needs_command" -f -a "completions" -d 'Print the completion script of a shell'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand serve" -l env-file -d 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)' -r -F
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand serve" -l profile -d 'Profile used when a call names none' -r
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand serve" -l demo -d 'Read the embedded demo warehouse instead of a configured one'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand serve" -s h -l help -d 'Print help'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand call" -l env-file -d 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)' -r -F
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand call" -l profile -d 'Profile used when a call names none' -r
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand call" -l pretty -d 'Print rows as a table and facts in lines, for people'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand call" -l demo -d 'Read the embedded demo warehouse instead of a configured one'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand call" -s h -l help -d 'Print help'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand tools" -l env-file -d 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)' -r -F
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand tools" -l profile -d 'Profile used when a call names none' -r
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand tools" -l json -d 'Print the definitions that clients get, as JSON'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand tools" -l demo -d 'Read the embedded demo warehouse instead of a configured one'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand tools" -s h -l help -d 'Print help'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand doctor" -l env-file -d 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)' -r -F
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand doctor" -l profile -d 'Profile used when a call names none' -r
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand doctor" -l all -d 'Examine every profile, not only the default one'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand doctor" -l json -d 'Print the findings as JSON'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand doctor" -l demo -d 'Read the embedded demo warehouse instead of a configured one'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand doctor" -s h -l help -d 'Print help'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand simulate" -l port -d 'Port on 127.0.0.1; 0 takes a free one' -r
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand simulate" -l scale -d 'Multiplies the data' -r
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand simulate" -l env-file -d 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)' -r -F
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand simulate" -l profile -d 'Profile used when a call names none' -r
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand simulate" -l demo -d 'Read the embedded demo warehouse instead of a configured one'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand simulate" -s h -l help -d 'Print help'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand completions" -l env-file -d 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)' -r -F
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand completions" -l profile -d 'Profile used when a call names none' -r
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand completions" -l demo -d 'Read the embedded demo warehouse instead of a configured one'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand completions" -s h -l help -d 'Print help'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand help; and not __fish_seen_subcommand_from serve call tools doctor simulate completions help" -f -a "serve" -d 'Serve MCP on stdin and stdout (the default)'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand help; and not __fish_seen_subcommand_from serve call tools doctor simulate completions help" -f -a "call" -d 'Make one call and print its answer; exit status 1 if it fails'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand help; and not __fish_seen_subcommand_from serve call tools doctor simulate completions help" -f -a "tools" -d 'List the tools, or explain one'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand help; and not __fish_seen_subcommand_from serve call tools doctor simulate completions help" -f -a "doctor" -d 'Try every step of reading a warehouse; exit status 1 if one fails'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand help; and not __fish_seen_subcommand_from serve call tools doctor simulate completions help" -f -a "simulate" -d 'Run the simulated EasyWMS alone, for trying a profile by hand'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand help; and not __fish_seen_subcommand_from serve call tools doctor simulate completions help" -f -a "completions" -d 'Print the completion script of a shell'
complete -c mcp-wms-api -n "__fish_mcp_wms_api_using_subcommand help; and not __fish_seen_subcommand_from serve call tools doctor simulate completions help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
